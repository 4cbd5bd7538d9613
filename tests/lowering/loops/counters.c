// Counters of other types, and declared outside: unsigned, 64-bit, narrow, C89 style; their value stays after the loop.
void counters(unsigned n, unsigned long m, double *a) {
  int i, j = 0;
  unsigned char c;
#pragma omp target
  {
    for (unsigned k = 0; k < n; k++) a[k] = k;
    for (unsigned long k = m; k > 0; k--) a[k - 1] += k;
    for (c = 250; c != 2; c++) a[c % n] += 1;
    for (i = 0; i < 4; i++) a[i] += j;
    a[i] = 7;
    for (j = i; j < 6; j++) a[j] -= i;
    a[j - 1] += 1;
  }
}

#ifdef TRACE
void trace(void) {
  counters(7, 6, doubles(8));
}
#endif
