// A name that is declared again inside is another variable.
int scale = 3;
void shadowed(int n, double *a) {
#pragma omp target
  for (int i = 0; i < n; i++) {
    int scale = 2;
    a[i] *= scale;
    {
      int i = 1, n = 2;
      a[i] += n + scale;
      for (int scale = 0; scale < n; scale++) a[scale] -= i;
    }
    a[i] += scale;
  }
}

#ifdef TRACE
void trace(void) {
  shadowed(4, doubles(4));
}
#endif
