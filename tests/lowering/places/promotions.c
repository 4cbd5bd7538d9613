// Integer promotion and conversion in subscripts: unsigned wrap, narrow types, mixed signs, shifts.
void promotions(int n, unsigned u, unsigned char c, short s, int *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    a[(unsigned char)(c + i)] = i;
    a[(u - 1u) % 7u] += s;
    a[(int)(u << 1 >> 2) & 15] += (c ^ s) | 1;
    a[-i + n] -= ~i / 2 % 3;
    a[i > 2 ? (long)i : n - 1u] *= !i + -1;
  }
}

#ifdef TRACE
void trace(void) {
  promotions(7, 0, 253, -3, ints(256));
}
#endif
