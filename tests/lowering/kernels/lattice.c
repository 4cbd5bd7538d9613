// A lattice step with offsets from a constant table and periodic neighbours.
static const int DX[5] = {0, 1, 0, -1, 0};
static const int DY[5] = {0, 0, 1, 0, -1};
void lattice(int nx, int ny, const double *from, double *to) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int x = 0; x < nx; x++)
    for (int y = 0; y < ny; y++)
      for (int q = 0; q < 5; q++) {
        int xs = (x - DX[q] + nx) % nx, ys = (y - DY[q] + ny) % ny;
        to[q * nx * ny + x * ny + y] = from[q * nx * ny + xs * ny + ys];
      }
}

#ifdef TRACE
void trace(void) {
  lattice(3, 4, doubles(60), doubles(60));
}
#endif
