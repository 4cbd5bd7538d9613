// &a[i * m] and a + i * m kept in a local pointer.
void row_pointer(int n, int m, double *a, double *b) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double *row = &a[i * m];
    const double *from = b + i * m;
    for (int j = 0; j < m; j++) row[j] = from[j] + *(from + (m - 1 - j));
  }
}

#ifdef TRACE
void trace(void) {
  row_pointer(3, 4, doubles(12), doubles(12));
}
#endif
