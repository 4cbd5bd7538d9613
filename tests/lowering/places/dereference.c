// *(a + i), *a, *&a[i], and subscripts of sums of pointers.
void dereference(int n, float *a, float *b) {
#pragma omp target teams distribute parallel for
  for (int i = 1; i < n - 1; i++) {
    *(a + i) = *b + *(b + i - 1) + *(i + b);
    (a + i)[1] = *&b[i] + (&b[i])[-1] + (b + 1)[i];
  }
}

#ifdef TRACE
void trace(void) {
  dereference(9, floats(12), floats(12));
}
#endif
