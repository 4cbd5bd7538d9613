// Steps that are not one: constant, symbolic, negative, subtracted, of another type.
void steps(int n, int s, long t, double *a) {
#pragma omp target
  {
    for (int i = 0; i < n; i += 3) a[i] += 1;
    for (int i = 1; i < n; i = s + i) a[i] += 2;
    for (int i = n - 1; i >= 0; i -= s) a[i] += 3;
    for (int i = n - 1; i > 0; i = i - 2) a[i] += 4;
    for (long i = 0; i < n; i += t) a[i] += 5;
    for (short i = 0; i < n; i += 2) a[i] += 6;
  }
}

#ifdef TRACE
void trace(void) {
  steps(11, 2, 4, doubles(11));
}
#endif
