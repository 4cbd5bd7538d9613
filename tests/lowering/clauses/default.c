// default(none) with the lists that it asks for; default(shared) asks for nothing.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for default(none) shared(a, b, n)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for default(shared)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for default(firstprivate)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for default(sometimes)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
