// Pragmas before the loops inside are hazards: unroll, ivdep, simd. One before the region is none.
void inner(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
#pragma unroll 4
    for (int j = 0; j < n; j++)
      a[i * n + j] = 1;
  }
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
#pragma omp simd
    for (int j = 0; j < n; j++)
      a[i * n + j] = 2;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
#pragma GCC ivdep
    for (int j = 0; j < n; j++)
      a[i * n + j] = 3;
#pragma GCC diagnostic push
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 4;
#pragma GCC diagnostic pop
}
