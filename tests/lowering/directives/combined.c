// Combined constructs in one pragma: the words in their order are the name, the loop is the statement.
void combined(int n, double *a) {
#pragma omp target teams distribute parallel for simd
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 2;
#pragma omp target teams distribute simd
  for (int i = 0; i < n; i++)
    a[i] = 3;
#pragma omp target teams distribute
  for (int i = 0; i < n; i++)
    a[i] = 4;
#pragma omp target parallel for simd
  for (int i = 0; i < n; i++)
    a[i] = 5;
#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    a[i] = 6;
#pragma omp target simd
  for (int i = 0; i < n; i++)
    a[i] = 7;
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 8;
}
