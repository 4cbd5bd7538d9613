// A clause that is not OpenMP's is kept and marked; the region is not lost, and its neighbours are untouched.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for turbo
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for turbo(9) map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
