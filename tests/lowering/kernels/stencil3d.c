// Seven-point stencil over a box with halos, an index macro for every access.
#define IDX(i, j, k) ((k) + nz * ((j) + ny * (i)))
void stencil3d(int nx, int ny, int nz, const float *in, float *out) {
#pragma omp target teams distribute parallel for collapse(3)
  for (int i = 1; i < nx - 1; ++i)
    for (int j = 1; j < ny - 1; ++j)
      for (int k = 1; k < nz - 1; ++k)
        out[IDX(i, j, k)] = in[IDX(i, j, k)] + in[IDX(i - 1, j, k)] + in[IDX(i + 1, j, k)] +
                            in[IDX(i, j - 1, k)] + in[IDX(i, j + 1, k)] + in[IDX(i, j, k - 1)] +
                            in[IDX(i, j, k + 1)];
}

#ifdef TRACE
void trace(void) {
  stencil3d(3, 4, 5, floats(60), floats(60));
}
#endif
