// The counter of an inner loop that is declared outside and not private is shared as written: a hazard.
void counters(int n, double *a) {
  int i, j, k;
#pragma omp target teams distribute parallel for
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i * n + j] = 1;
#pragma omp target teams distribute parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i * n + j] = 2;
#pragma omp target teams distribute parallel for collapse(2)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (k = 0; k < n; k++)
        a[i * n + j] = 3;
#pragma omp target
  for (i = 0; i < n; i++)
    a[i] = 4;
}
