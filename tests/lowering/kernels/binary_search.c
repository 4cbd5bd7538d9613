// Lookups by bisection: an uncounted loop with three exits.
void binary_search(int n, int m, const double *grid, const double *x, int *at) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int low = 0, high = m - 1;
    while (high - low > 1) {
      int middle = low + (high - low) / 2;
      if (grid[middle] > x[i]) high = middle;
      else low = middle;
    }
    at[i] = low;
  }
}

#ifdef TRACE
void trace(void) {
  binary_search(4, 7, doubles(7), doubles(4), ints(4));
}
#endif
