// Pointers that are advanced: p++, p += m, p -= 1, each as a statement.
void moving_pointer(int n, int m, double *a, double *b) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double *p = a + i * m;
    double *q = b;
    q += m;
    for (int j = 0; j < m; j++) {
      q--;
      *p = *q;
      p++;
    }
    p -= 1;
    *p += 1.0;
  }
}

#ifdef TRACE
void trace(void) {
  moving_pointer(3, 4, doubles(12), doubles(4));
}
#endif
