/* QR factorisation of an n x m matrix by the modified Gram-Schmidt process, single precision: for
 * each column its norm (one thread), the column of Q, then the rest of the row of R and the rest of
 * the columns. The norm is not a reduction over threads, so that every build rounds alike. */
#include "bench.h"

static void gramschmidt_norm(int n, int m, int k, float *A, float *R) {
#pragma omp target map(to: A[0:n*m]) map(tofrom: R[0:m*m])
  {
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
      sum += A[i*m + k] * A[i*m + k];
    R[k*m + k] = sqrtf(sum);
  }
}

static void gramschmidt_column(int n, int m, int k, float *A, float *R, float *Q) {
#pragma omp target teams distribute parallel for map(to: A[0:n*m], R[0:m*m]) map(tofrom: Q[0:n*m])
  for (int i = 0; i < n; i++)
    Q[i*m + k] = A[i*m + k] / R[k*m + k];
}

static void gramschmidt_rest(int n, int m, int k, float *A, float *R, float *Q) {
#pragma omp target teams distribute parallel for map(to: Q[0:n*m]) map(tofrom: A[0:n*m], R[0:m*m])
  for (int j = k + 1; j < m; j++) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
      sum += Q[i*m + k] * A[i*m + j];
    R[k*m + j] = sum;
    for (int i = 0; i < n; i++)
      A[i*m + j] -= Q[i*m + k] * sum;
  }
}

static void gramschmidt_serial(int n, int m, float *A, float *R, float *Q) {
  for (int k = 0; k < m; k++) {
    float square = 0.0f;
    for (int i = 0; i < n; i++)
      square += A[i*m + k] * A[i*m + k];
    R[k*m + k] = sqrtf(square);
    for (int i = 0; i < n; i++) {
      Q[i*m + k] = A[i*m + k] / R[k*m + k];
      for (int j = k + 1; j < m; j++)
        R[k*m + j] += Q[i*m + k] * A[i*m + j];
    }
    for (int i = 0; i < n; i++)
      for (int j = k + 1; j < m; j++)
        A[i*m + j] -= Q[i*m + k] * R[k*m + j];
  }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "gramschmidt");
  int n = bench_size("n", 192, 1, 4096), m = bench_size("m", 128, 1, n);
  size_t columns = (size_t)m, count = (size_t)n * columns, square = columns * columns;
  float *A = bench_floats(count, 1), *Q = bench_floats(count, 0), *R = bench_floats(square, 0);
  float *serial_A = bench_floats(count, 1), *serial_Q = bench_floats(count, 0);
  float *serial_R = bench_floats(square, 0);
  bench_tolerance(1e-3);

  bench_keep(A, sizeof *A * (size_t)count);
#pragma omp target enter data map(to: A[0:count], Q[0:count], R[0:square])
  while (bench_repeat()) {
#pragma omp target update to(A[0:count])
    for (int k = 0; k < m; k++) {
      BENCH_TIME(gramschmidt_norm, n, m, k, A, R);
      BENCH_TIME(gramschmidt_column, n, m, k, A, R, Q);
      BENCH_TIME(gramschmidt_rest, n, m, k, A, R, Q);
    }
  }
#pragma omp target exit data map(from: Q[0:count], R[0:square]) map(release: A[0:count])

  if (bench_wants_reference())
    gramschmidt_serial(n, m, serial_A, serial_R, serial_Q);
  bench_output_floats(Q, serial_Q, count);
  bench_output_floats(R, serial_R, square);
  return bench_end();
}
