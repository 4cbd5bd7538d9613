/* Jacobi's relaxation with three points on a line, single precision; per time step one region that
 * computes and one that copies back. Coalesced as written: an expert has no clause to add. */
#include "bench.h"

#define THIRD 0.33333334f

static void jacobi1d_relax(int n, float *a, float *b) {
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
  for (int i = 1; i < n - 1; i++)
    b[i] = THIRD * (a[i - 1] + a[i] + a[i + 1]);
}

static void jacobi1d_copy(int n, float *a, float *b) {
#pragma omp target teams distribute parallel for map(to: b[0:n]) map(tofrom: a[0:n])
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i];
}

static void jacobi1d_serial(int steps, int n, float *a) {
  for (int t = 0; t < steps; t++) {
    float left = a[0];
    for (int i = 1; i < n - 1; i++) {
      float old = a[i];
      a[i] = THIRD * (left + old + a[i + 1]);
      left = old;
    }
  }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "jacobi1d");
  int n = bench_size("n", 1 << 18, 3, 1 << 28), steps = bench_size("steps", 20, 1, 100000);
  size_t items = (size_t)n;
  float *a = bench_floats(items, 1), *b = bench_floats(items, 0), *expected = bench_floats(items, 1);

  bench_keep(a, sizeof *a * (size_t)n);
#pragma omp target enter data map(to: a[0:n], b[0:n])
  while (bench_repeat()) {
#pragma omp target update to(a[0:n])
    for (int t = 0; t < steps; t++) {
      BENCH_TIME(jacobi1d_relax, n, a, b);
      BENCH_TIME(jacobi1d_copy, n, a, b);
    }
  }
#pragma omp target exit data map(from: a[0:n]) map(release: b[0:n])

  if (bench_wants_reference())
    jacobi1d_serial(steps, n, expected);
  bench_output_floats(a, expected, items);
  return bench_end();
}
