// target, target teams and target parallel over blocks, with the loops' directives inside.
void blocks(int n, double *a) {
#pragma omp target
  {
    a[0] = 1;
#pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] = 2;
  }
#pragma omp target teams
  {
#pragma omp distribute
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
      for (int j = 0; j < n; j++)
        a[i * n + j] = 3;
    }
  }
#pragma omp target parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = 4;
#pragma omp single
    a[0] = 5;
  }
}
