// Compound assignments: the target is read, then written; its subscript is evaluated once, after the value.
void compound(int n, int *k, double *a, float *f, int *c) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    a[k[i]] += f[k[i + 1]];
    f[i] *= a[i];
    c[i] <<= k[i];
    c[k[i]] |= c[i] & 3;
    c[i] %= 5;
    c[i] /= 1.5;
    a[i]--;
    ++c[k[0]];
  }
}

#ifdef TRACE
void trace(void) {
  compound(6, ints(8), doubles(8), floats(8), ints(8));
}
#endif
