// teams distribute outside and parallel for inside: two directives of one region, not two regions.
void nested(int n, int m, double *a) {
#pragma omp target teams distribute map(tofrom : a[0 : n * m])
  for (int i = 0; i < n; i++) {
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int j = 0; j < m; j++)
      s += a[i * m + j];
    a[i * m] = s;
  }
}
