// A structure as template argument has its own size; one with a template for a member too.
template <typename T> struct Pair {
  T first, second;
};
template <typename T> void firsts(T *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i].first = 0;
}
void use(Pair<double> *a, Pair<Pair<float>> *b, int n) {
  firsts(a, n);
  firsts(&b->first, n);
}
