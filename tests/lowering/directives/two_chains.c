// Two chained pragmas and three are one construct each; a block between them makes the inner one its own.
void chains(int n, double *a) {
#pragma omp target map(tofrom : a[0 : n])
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma omp target
#pragma omp teams
#pragma omp distribute parallel for simd
  for (int i = 0; i < n; i++)
    a[i] = 2;
#pragma omp target
  {
#pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] = 3;
  }
}
