// What the head of an if declares stands before it.
void heads(double *a, const int *k, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    if (int w = k[i])
      a[i] = w;
    if (int w = k[i]; w > 2)
      a[i] += w;
    else
      a[i] -= w;
    if (int w = k[i]; double d = a[i])
      a[i] = d * w;
    int m = 0;
    if (m = k[i]; m > 1)
      a[i] += m;
  }
}
#ifdef TRACE
void trace(void) { heads(doubles(5), ints(5), 5); }
#endif
