// Counted loops: every relation, either operand order, every way to step by one.
void up_and_down(int n, double *a) {
#pragma omp target
  {
    for (int i = 0; i < n; i++) a[i] += 1;
    for (int i = 0; i <= n - 1; ++i) a[i] += 2;
    for (int i = n - 1; i >= 0; i--) a[i] += 3;
    for (int i = n; 0 < i; --i) a[i - 1] += 4;
    for (int i = 0; n > i; i += 1) a[i] += 5;
    for (int i = 0; i != n; i = i + 1) a[i] += 6;
    for (int i = n - 1; -1 != i; i = -1 + i) a[i] += 7;
  }
}

#ifdef TRACE
void trace(void) {
  up_and_down(5, doubles(5));
}
#endif
