// An argument is evaluated once, even where its parameter is used twice or not at all.
static double square(double x) { return x * x; }
static int second(int first, int last) { return last; }
void once(int n, const int *k, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double s = square(a[k[i]]);
    a[i] = s;
    int j = second(i, k[i]);
    a[j] += 1;
  }
}

#ifdef TRACE
void trace(void) {
  once(5, ints(6), doubles(6));
}
#endif
