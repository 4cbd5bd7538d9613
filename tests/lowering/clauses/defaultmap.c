// defaultmap with behaviours and categories; a behaviour that OpenMP lacks is not understood.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for defaultmap(tofrom : scalar)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for defaultmap(none) map(tofrom : a[0 : n], b[0 : n]) map(to : n)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for defaultmap(present : pointer)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for defaultmap(maybe)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
