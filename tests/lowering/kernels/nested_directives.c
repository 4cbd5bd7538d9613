// Directives inside the region: teams, distribute, parallel for, simd, chained and nested.
void nested_directives(int n, int m, double *a) {
#pragma omp target map(tofrom : a[0 : n * m])
  {
#pragma omp teams distribute
    for (int i = 0; i < n; i++) {
      double t = a[i * m];
#pragma omp parallel for
      for (int j = 0; j < m; j++) {
#pragma omp simd
        for (int k = 0; k < 2; k++) a[i * m + j] += t * k;
      }
    }
  }
}

#ifdef TRACE
void trace(void) {
  nested_directives(3, 4, doubles(12));
}
#endif
