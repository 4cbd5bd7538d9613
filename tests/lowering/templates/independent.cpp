// A region of a template that does not depend on its parameters is one region, which can be edited.
template <typename T> void run(double *a, int n, T t) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
  t();
}
void one() {}
struct Two {
  void operator()() const {}
};
void use(double *a, int n) {
  run(a, n, one);
  run(a, n, Two());
}
