// Assignments inside expressions: chains, counters that are stepped while they are used, conditions that assign, sometimes too.
void assigned_inside(int n, int *c, double *a, double *b) {
  double x, y;
#pragma omp target
  for (int i = 0; i < n; i++) {
    int m = 0, t;
    x = y = a[i];
    a[i] = b[i] = x + y;
    c[m++] = i;
    c[++m] += 2;
    c[m--] = 5;
    if ((t = c[i]) > 1) a[t] += 1;
    double *p = a, *q = b;
    *p++ = *q++;
    *p = *q;
    c[i] = c[i + 1] = 0;
  }
}

void refused_named_twice(int n, int *c) {
#pragma omp target
  {
    int m = 0;
    if (n > 0 && c[m++] > 0) c[m] = 1;
    c[m] = (m = n) + 1;
  }
}

#ifdef TRACE
void trace(void) {
  assigned_inside(5, ints(8), doubles(8), doubles(8));
}
#endif
