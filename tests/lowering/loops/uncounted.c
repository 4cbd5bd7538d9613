// Loops without a counter stay loops: while, do, and for of other forms; their `continue` runs the increment.
void uncounted(int n, int *a, double *x) {
#pragma omp target
  {
    int i = 0;
    while (i < n) {
      a[i] += 1;
      i++;
    }
    do {
      i--;
      if (a[i] == 2) continue;
      x[i] += 1;
    } while (i > 0);
    for (i = 1; i < n; i *= 2) {
      if (a[i] == 3) continue;
      x[i] -= 2;
    }
    for (;;) {
      if (--i < 2) break;
      x[i] *= 2;
    }
    for (int lo = 0, hi = n - 1; lo < hi; lo++, hi--) {
      if (a[lo] == 1) continue;
      x[lo] = x[hi];
    }
  }
}

#ifdef TRACE
void trace(void) {
  uncounted(7, ints(8), doubles(8));
}
#endif
