// Parameters are copies: what their function does to them stays inside, pointers included.
static int counted_down(int n) {
  int steps = 0;
  while (n > 1) {
    n = n / 2;
    steps++;
  }
  return steps;
}
static void fill(double *p, int n) {
  while (n--) {
    *p = n;
    p++;
  }
}
static void advance(double *p, int n) {
  for (; n > 0; n--, p++) *p += n;
}
void by_value(int n, double *a) {
  int m = n;
#pragma omp target
  for (int i = 0; i < n; i++) {
    double *row = a + i * n;
    advance(row, m);
    row[counted_down(m)] += m;
    m = n;
  }
}

void condition(int n, double *a) {
#pragma omp target
  {
    fill(a, n);
    a[0] += 1;
  }
}

#ifdef TRACE
void trace(void) {
  by_value(4, doubles(16));
  condition(3, doubles(4));
}
#endif
