// Loops over a pointer count elements from where it starts; a pointer that the body changes is no counter.
void pointer_counter(int n, double *a, double *b, double *end) {
  double *q;
#pragma omp target
  {
    for (double *p = a; p < a + n; ++p) *p += 1;
    for (double *p = a + n - 1; p >= a; p--) p[0] *= 2;
    for (double *p = &b[1]; p != end; p++) *p = p[-1];
    for (q = a; q < end; q += 2) *q += 3;
    *q = 4;
    for (const double *p = b; p < b + n; p++)
      for (double *r = a; r < a + 2; r++) *r += *p;
  }
}

void refused_changing_counter(int n, double *a) {
#pragma omp target
  for (double *p = a; p < a + n; p++) {
    *p = 1;
    if (n > 3) p++;
  }
}

#ifdef TRACE
void trace(void) {
  double *a = doubles(16);
  double *b = a + 8;
  pointer_counter(5, a, b, b + 6);
}
#endif
