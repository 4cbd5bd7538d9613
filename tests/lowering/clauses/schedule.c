// schedule and dist_schedule with kinds, modifiers and chunks; a kind that OpenMP lacks is not understood.
void f(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for schedule(static)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for schedule(static, 1) dist_schedule(static, 128)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for schedule(monotonic : dynamic, n / 2)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for schedule(simd : guided)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
#pragma omp target teams distribute parallel for schedule(fair)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
