// Headers with several variables: the one that is compared counts, the others are set before and stepped at the end, `continue` included.
void several_variables(int n, double *a, double *b) {
  int k;
#pragma omp target
  {
    for (int i = 0, j = n - 1; i < n; i++, j--) {
      if (b[i] < 0) continue;
      a[i] += b[j];
    }
    double *p;
    for (k = 0, p = b; k < n; k++, p++) a[k] -= *p;
    a[k] = 1;
  }
}

void refused_two_compared(int n, double *a) {
#pragma omp target
  for (int i = 0, j = n - 1; i < j; i++, j--) a[i] = a[j];
}

#ifdef TRACE
void trace(void) {
  several_variables(6, doubles(8), doubles(8));
}
#endif
