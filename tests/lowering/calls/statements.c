// Functions with statements stand before the statement that calls them: locals, loops, branches, early returns.
static double clamped(double x, double low, double high) {
  if (x < low) return low;
  if (x > high) {
    double over = x - high;
    return high + over / 2;
  }
  return x;
}
static double row_sum(const double *row, int m) {
  double sum = 0;
  for (int j = 0; j < m; j++) {
    if (row[j] < 0) continue;
    sum += row[j];
  }
  return sum;
}
static void scale_row(double *row, int m, double by) {
  int j = m;
  while (j > 0) {
    j--;
    row[j] *= by;
  }
}
void statements(int n, int m, double *a, double *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double s = row_sum(&a[i * m], m);
    out[i] = clamped(s, 0.5, 2.0);
    scale_row(a + i * m, m, out[i]);
    if (clamped(a[i], 1, 3) > 2) out[i] += 1;
  }
}

#ifdef TRACE
void trace(void) {
  statements(3, 4, doubles(12), doubles(3));
}
#endif
