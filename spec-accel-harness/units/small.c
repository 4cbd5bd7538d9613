/* The least that has something to analyse: the time to parse it is the time to load libclang. */
void scale(float *a, int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] *= 2;
}
