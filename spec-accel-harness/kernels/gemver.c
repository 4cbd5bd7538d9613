/* B = A + u1*transpose(v1) + u2*transpose(v2), x = BETA*transpose(B)*y + z, w = ALPHA*B*x for an
 * n x n matrix, single precision, one region each. */
#include "bench.h"

#define ALPHA 0.5f
#define BETA 0.25f

static void gemver_update(int n, float *A, float *B, float *u, float *v) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*n], u[0:2*n], v[0:2*n]) map(from: B[0:n*n])
#else
#pragma omp target teams distribute parallel for map(to: A[0:n*n], u[0:2*n], v[0:2*n]) map(from: B[0:n*n])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      B[i*n + j] = A[i*n + j] + u[i] * v[j] + u[n + i] * v[n + j];
    }
  }
}

static void gemver_columns(int n, float *B, float *y, float *z, float *x) {
#pragma omp target teams distribute parallel for map(to: B[0:n*n], y[0:n], z[0:n]) map(from: x[0:n])
  for (int i = 0; i < n; i++) {
    x[i] = z[i];
    for (int j = 0; j < n; j++)
      x[i] += BETA * B[j*n + i] * y[j];
  }
}

static void gemver_rows(int n, float *B, float *x, float *w) {
#pragma omp target teams distribute parallel for map(to: B[0:n*n], x[0:n]) map(from: w[0:n])
  for (int i = 0; i < n; i++) {
    w[i] = 0.0f;
    for (int j = 0; j < n; j++)
      w[i] += ALPHA * B[i*n + j] * x[j];
  }
}

static void gemver_serial(int n, const float *A, float *B, const float *u, const float *v) {
  for (int at = 0; at < n * n; at++)
    B[at] = A[at] + u[at / n] * v[at % n] + u[n + at / n] * v[n + at % n];
}

static void products_serial(int n, const float *B, const float *y, float *x, float *w) {
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      x[column] += BETA * B[row*n + column] * y[row];
  for (int column = 0; column < n; column++)
    for (int row = 0; row < n; row++)
      w[row] += ALPHA * B[row*n + column] * x[column];
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "gemver");
  int n = bench_size("n", 1024, 1, 16384);
  size_t items = (size_t)n, count = items * items;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 0);
  float *u = bench_floats(2 * items, 2), *v = bench_floats(2 * items, 3);
  float *y = bench_floats(items, 4), *z = bench_floats(items, 5);
  float *x = bench_floats(items, 0), *w = bench_floats(items, 0);
  float *serial_B = bench_floats(count, 0), *serial_x = bench_floats(items, 5);
  float *serial_w = bench_floats(items, 0);

#pragma omp target enter data map(to: A[0:count], u[0:2*n], v[0:2*n], y[0:n], z[0:n])
#pragma omp target enter data map(alloc: B[0:count], x[0:n], w[0:n])
  while (bench_repeat()) {
    BENCH_TIME(gemver_update, n, A, B, u, v);
    BENCH_TIME(gemver_columns, n, B, y, z, x);
    BENCH_TIME(gemver_rows, n, B, x, w);
  }
#pragma omp target exit data map(from: B[0:count], x[0:n], w[0:n])
#pragma omp target exit data map(release: A[0:count], u[0:2*n], v[0:2*n], y[0:n], z[0:n])

  if (bench_wants_reference()) {
    gemver_serial(n, A, serial_B, u, v);
    products_serial(n, serial_B, y, serial_x, serial_w);
  }
  bench_output_floats(B, serial_B, count);
  bench_output_floats(x, serial_x, items);
  bench_output_floats(w, serial_w, items);
  return bench_end();
}
