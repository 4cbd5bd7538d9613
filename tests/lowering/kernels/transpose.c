// Tiled transpose with clipped tiles.
#define TILE 3
static inline int least(int a, int b) { return a < b ? a : b; }
void transpose(int n, int m, const int *in, int *out) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int ib = 0; ib < n; ib += TILE)
    for (int jb = 0; jb < m; jb += TILE)
      for (int i = ib; i < least(ib + TILE, n); i++)
        for (int j = jb; j < least(jb + TILE, m); j++) out[j * n + i] = in[i * m + j];
}

#ifdef TRACE
void trace(void) {
  transpose(5, 4, ints(20), ints(20));
}
#endif
