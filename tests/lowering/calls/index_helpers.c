// Index helpers of one expression are replaced by it: static, inline and plain functions, nested, with macros.
#define AT(i, j) index_of((i), (j), n)
static int index_of(int i, int j, int n) { return i * n + j; }
static inline int twice(int i) { return index_of(i, i, 1); }
int wrapped(int i, int n) { return i < n ? i : i - n; }
void index_helpers(int n, double *a, const double *b) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[AT(i, j)] += b[AT(j, i)] + b[wrapped(j + 1, n)] + b[twice(j)];
}

#ifdef TRACE
void trace(void) {
  index_helpers(4, doubles(16), doubles(16));
}
#endif
