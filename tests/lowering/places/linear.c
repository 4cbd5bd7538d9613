// Row-major subscripts in one dimension, in both operand orders and with an offset.
void linear(int n, int m, double *a, const double *b) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = b[j + m * i] + (j + i * m)[b];
}

#ifdef TRACE
void trace(void) {
  linear(3, 5, doubles(15), doubles(15));
}
#endif
