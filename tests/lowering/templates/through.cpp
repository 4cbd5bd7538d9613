// Instances that only other instances use are found: through a function, a functor and a lambda.
template <typename T> void inner(T *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
template <typename T> struct Runner {
  T *a;
  void operator()(int n) const { inner(a, n); }
};
template <typename T> void outer(T *a, int n) {
  Runner<T> run{a};
  run(n);
}
void use(float *a, short *b, int n) {
  outer(a, n);
  auto call = [&](auto *p) { inner(p, n); };
  call(b);
}
