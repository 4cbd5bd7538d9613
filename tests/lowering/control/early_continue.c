// continue and break anywhere: behind them nothing of the iteration runs.
void early_continue(int n, const int *k, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    if (k[i] == 2) continue;
    a[i] += 1;
    for (int j = 0; j < n; j++) {
      if (j > i) break;
      if (k[j] == 1) {
        a[j] -= 1;
        continue;
      }
      a[j] += k[j];
    }
    if (k[i] > 3) {
      a[i] = 0;
    } else if (a[i] < 0) {
      continue;
    }
    a[i] *= 2;
  }
}

#ifdef TRACE
void trace(void) {
  early_continue(7, ints(7), doubles(7));
}
#endif
