// Pointers through conditionals, parentheses, casts of the same pointee, and void.
void address_arguments(int n, int flag, double *a, double *b, void *raw) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    (flag ? a : b)[i] = ((double *)raw)[i];
    ((double *)((char *)a + 8))[i] += *(const double *)&b[i];
    (((a)))[(i)] = ((float *)raw)[2 * i + 1];
  }
}

#ifdef TRACE
void trace(void) {
  address_arguments(4, 0, doubles(8), doubles(8), doubles(8));
}
#endif
