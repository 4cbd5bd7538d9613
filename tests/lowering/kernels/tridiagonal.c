// Forward elimination and back substitution along one axis of a grid of systems.
void tridiagonal(int n, int m, double *a, double *b, double *c, double *d) {
#pragma omp target teams distribute parallel for
  for (int s = 0; s < m; s++) {
    for (int i = 1; i < n; i++) {
      double w = a[i * m + s] / (b[(i - 1) * m + s] + 10);
      b[i * m + s] -= w * c[(i - 1) * m + s];
      d[i * m + s] -= w * d[(i - 1) * m + s];
    }
    d[(n - 1) * m + s] /= b[(n - 1) * m + s] + 10;
    for (int i = n - 2; i >= 0; i--)
      d[i * m + s] = (d[i * m + s] - c[i * m + s] * d[(i + 1) * m + s]) / (b[i * m + s] + 10);
  }
}

#ifdef TRACE
void trace(void) {
  tridiagonal(4, 3, doubles(12), doubles(12), doubles(12), doubles(12));
}
#endif
