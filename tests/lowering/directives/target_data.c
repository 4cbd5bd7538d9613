// target data around a region says what is mapped; one that is over, or of another function, does not.
void around(int n, double *a, double *b) {
#pragma omp target data map(to : a[0 : n]) map(alloc : b[0 : n])
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n])
  for (int i = 0; i < n; i++)
    b[i] += a[i];
}

void chained(int n, double *a) {
#pragma omp target data map(tofrom : a[0 : n])
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
