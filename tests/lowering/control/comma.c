// Comma operators as statements and in headers are statements in their order.
void comma(int n, double *a) {
#pragma omp target
  {
    int i, j;
    i = 1, j = i + 1, a[j] = i;
    for (i = 0, j = 2; i < n; i++) a[i] += a[j], a[j] -= 1;
    if (n > 2) a[0] = 1, a[1] = 2; else a[2] = 3, a[3] = 4;
  }
}

#ifdef TRACE
void trace(void) {
  comma(4, doubles(5));
}
#endif
