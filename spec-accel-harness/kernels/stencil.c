/* The heat equation in three dimensions with seven points, single precision, two volumes used in turn,
 * one region a time step. The contiguous index is the innermost loop's. */
#include "bench.h"

#define AT(x, y, z) ((x) + nx*((y) + ny*(z)))

static void stencil(int nx, int ny, int nz, float *now, float *next) {
  const float c0 = 0.25f, c1 = 0.125f;
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3) map(to: now[0:nx*ny*nz]) map(tofrom: next[0:nx*ny*nz])
#else
#pragma omp target teams distribute parallel for map(to: now[0:nx*ny*nz]) map(tofrom: next[0:nx*ny*nz])
#endif
  for (int z = 1; z < nz - 1; z++) {
    for (int y = 1; y < ny - 1; y++) {
      for (int x = 1; x < nx - 1; x++) {
        next[AT(x, y, z)] = c1 * (now[AT(x, y, z + 1)] + now[AT(x, y, z - 1)] + now[AT(x, y + 1, z)]
                                + now[AT(x, y - 1, z)] + now[AT(x + 1, y, z)] + now[AT(x - 1, y, z)])
                          + c0 * now[AT(x, y, z)];
      }
    }
  }
}

static void stencil_serial(int nx, int ny, int nz, const float *now, float *next) {
  int plane = nx * ny;
  for (int z = 1; z < nz - 1; z++)
    for (int y = 1; y < ny - 1; y++) {
      const float *in = now + z*plane + y*nx;
      float *out = next + z*plane + y*nx;
      for (int x = 1; x < nx - 1; x++)
        out[x] = 0.125f * (in[x + plane] + in[x - plane] + in[x + nx] + in[x - nx] + in[x + 1] + in[x - 1])
               + 0.25f * in[x];
    }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "stencil");
  int nx = bench_size("nx", 96, 3, 1024), ny = bench_size("ny", 96, 3, 1024);
  int nz = bench_size("nz", 64, 3, 1024), pairs = bench_size("pairs", 3, 1, 10000);
  size_t count = (size_t)nx * (size_t)ny * (size_t)nz;
  float *a = bench_floats(count, 1), *b = bench_floats(count, 1);
  float *serial_a = bench_floats(count, 1), *serial_b = bench_floats(count, 1);

  bench_keep(a, sizeof *a * (size_t)count);
  bench_keep(b, sizeof *b * (size_t)count);
#pragma omp target enter data map(to: a[0:count], b[0:count])
  while (bench_repeat()) {
#pragma omp target update to(a[0:count], b[0:count])
    for (int pair = 0; pair < pairs; pair++) {
      BENCH_TIME(stencil, nx, ny, nz, a, b);
      BENCH_TIME(stencil, nx, ny, nz, b, a);
    }
  }
#pragma omp target exit data map(from: a[0:count]) map(release: b[0:count])

  for (int pair = 0; bench_wants_reference() && pair < pairs; pair++) {
    stencil_serial(nx, ny, nz, serial_a, serial_b);
    stencil_serial(nx, ny, nz, serial_b, serial_a);
  }
  bench_output_floats(a, serial_a, count);
  return bench_end();
}
