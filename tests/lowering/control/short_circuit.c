// && and || evaluate their right side only where it matters; so does ?: its branches.
void short_circuit(int n, const int *k, double *a, const double *b) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    if (k[i] > 1 && a[k[i]] > 0) a[i] += 1;
    if (k[i] == 0 || b[i] < 0.5 || !(b[i + 1] > 0)) a[i] += 2;
    a[i] += k[i] > 2 ? b[i] : a[i + 1];
    int both = k[i] && k[i + 1];
    a[both ? i : i + 1] *= 2;
  }
}

#ifdef TRACE
void trace(void) {
  short_circuit(6, ints(8), doubles(8), doubles(8));
}
#endif
