// A bitonic sorting step: shifts, exclusive or, a swap under a condition.
void bitonic(int n, int *a) {
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j = j >> 1) {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++) {
        int partner = i ^ j;
        if (partner > i) {
          if (((i & k) == 0 && a[i] > a[partner]) || ((i & k) != 0 && a[i] < a[partner])) {
            int t = a[i];
            a[i] = a[partner];
            a[partner] = t;
          }
        }
      }
    }
}

#ifdef TRACE
void trace(void) {
  bitonic(8, ints(8));
}
#endif
