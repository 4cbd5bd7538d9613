// Two instances with types of two sizes are two regions with their own strides; a third equal one is not repeated.
template <typename T> void fill(T *a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = T(1) + a[i];
}
void use(double *d, float *f, int n) {
  fill(d, n);
  fill(f, n);
  fill<double>(d + 1, n);
}
