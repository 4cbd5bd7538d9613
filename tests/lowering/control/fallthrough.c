// A group of a switch that runs into the next has the next one's statements too; one with a directive inside does not repeat it.
void spill(double *a, const int *k, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    switch (k[i]) {
    case 0:
      a[i] = 1;
    case 1:
    case 2:
      a[i] += 2;
      break;
    default:
      a[i] = 4;
    case 3: {
      a[i] += 8;
    }
    }
  }
}
void refused_to_repeat(double *a, const int *k, int n) {
#pragma omp target teams distribute
  for (int i = 0; i < n; i++) {
    switch (k[i]) {
    case 0:
#pragma omp parallel for
      for (int j = 0; j < n; j++)
        a[i * n + j] = 1;
    case 1:
      a[i] += 2;
    }
  }
}
#ifdef TRACE
void trace(void) { spill(doubles(5), ints(5), 5); }
#endif
