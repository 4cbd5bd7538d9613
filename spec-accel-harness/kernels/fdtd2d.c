/* Maxwell's equations in two dimensions by finite differences on a staggered grid (Yee 1966), single
 * precision: per time step a source on one edge, both electric components, the magnetic one. */
#include "bench.h"

static void fdtd_source(int ny, float *ey, float value) {
#pragma omp target teams distribute parallel for map(tofrom: ey[0:ny])
  for (int j = 0; j < ny; j++)
    ey[j] = value;
}

static void fdtd_ey(int nx, int ny, float *ey, float *hz) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: hz[0:nx*ny]) map(tofrom: ey[0:nx*ny])
#else
#pragma omp target teams distribute parallel for map(to: hz[0:nx*ny]) map(tofrom: ey[0:nx*ny])
#endif
  for (int i = 1; i < nx; i++) {
    for (int j = 0; j < ny; j++) {
      ey[i*ny + j] -= 0.5f * (hz[i*ny + j] - hz[(i - 1)*ny + j]);
    }
  }
}

static void fdtd_ex(int nx, int ny, float *ex, float *hz) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: hz[0:nx*ny]) map(tofrom: ex[0:nx*ny])
#else
#pragma omp target teams distribute parallel for map(to: hz[0:nx*ny]) map(tofrom: ex[0:nx*ny])
#endif
  for (int i = 0; i < nx; i++) {
    for (int j = 1; j < ny; j++) {
      ex[i*ny + j] -= 0.5f * (hz[i*ny + j] - hz[i*ny + j - 1]);
    }
  }
}

static void fdtd_hz(int nx, int ny, float *ex, float *ey, float *hz) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: ex[0:nx*ny], ey[0:nx*ny]) map(tofrom: hz[0:nx*ny])
#else
#pragma omp target teams distribute parallel for map(to: ex[0:nx*ny], ey[0:nx*ny]) map(tofrom: hz[0:nx*ny])
#endif
  for (int i = 0; i < nx - 1; i++) {
    for (int j = 0; j < ny - 1; j++) {
      hz[i*ny + j] -= 0.7f * (ex[i*ny + j + 1] - ex[i*ny + j] + ey[(i + 1)*ny + j] - ey[i*ny + j]);
    }
  }
}

static void fdtd_serial(int steps, int nx, int ny, float *ex, float *ey, float *hz) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < nx; i++) {
      for (int j = 0; j < ny; j++) {
        int at = i*ny + j;
        ey[at] = i == 0 ? (float)t : ey[at] - 0.5f * (hz[at] - hz[at - ny]);
      }
      for (int j = 1; j < ny; j++)
        ex[i*ny + j] -= 0.5f * (hz[i*ny + j] - hz[i*ny + j - 1]);
      for (int j = 0; i > 0 && j < ny - 1; j++) {
        int at = (i - 1)*ny + j;
        hz[at] -= 0.7f * (ex[at + 1] - ex[at] + ey[at + ny] - ey[at]);
      }
    }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "fdtd2d");
  int steps = bench_size("steps", 10, 1, 10000);
  int nx = bench_size("nx", 512, 2, 16384), ny = bench_size("ny", 512, 2, 16384);
  size_t count = (size_t)nx * (size_t)ny;
  float *ex = bench_floats(count, 1), *ey = bench_floats(count, 2), *hz = bench_floats(count, 3);
  float *expected_x = bench_floats(count, 1), *expected_y = bench_floats(count, 2);
  float *expected_z = bench_floats(count, 3);

  bench_keep(ex, sizeof *ex * (size_t)count);
  bench_keep(ey, sizeof *ey * (size_t)count);
  bench_keep(hz, sizeof *hz * (size_t)count);
#pragma omp target enter data map(to: ex[0:count], ey[0:count], hz[0:count])
  while (bench_repeat()) {
#pragma omp target update to(ex[0:count], ey[0:count], hz[0:count])
    for (int t = 0; t < steps; t++) {
      BENCH_TIME(fdtd_source, ny, ey, (float)t);
      BENCH_TIME(fdtd_ey, nx, ny, ey, hz);
      BENCH_TIME(fdtd_ex, nx, ny, ex, hz);
      BENCH_TIME(fdtd_hz, nx, ny, ex, ey, hz);
    }
  }
#pragma omp target exit data map(from: ex[0:count], ey[0:count], hz[0:count])

  if (bench_wants_reference())
    fdtd_serial(steps, nx, ny, expected_x, expected_y, expected_z);
  bench_output_floats(ex, expected_x, count);
  bench_output_floats(ey, expected_y, count);
  bench_output_floats(hz, expected_z, count);
  return bench_end();
}
