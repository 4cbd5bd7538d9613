// Histogram with a conditional bin, integer division and remainder.
void histogram(int n, int bins, const float *x, int *count) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int bin = (int)(x[i] * bins) / 3 % bins;
    if (bin < 0) bin += bins;
    count[bin]++;
  }
}

#ifdef TRACE
void trace(void) {
  histogram(9, 5, floats(9), ints(5));
}
#endif
