/* x1 += A*y1 and x2 += transpose(A)*y2 for an n x n matrix, single precision, 1-D subscripts, size
 * known at run time, one region for each product. */
#include "bench.h"

static void mvt_rows(int n, float *A, float *x1, float *y1) {
#pragma omp target teams distribute parallel for map(to: A[0:n*n], y1[0:n]) map(tofrom: x1[0:n])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      x1[i] += A[i*n + j] * y1[j];
    }
  }
}

static void mvt_columns(int n, float *A, float *x2, float *y2) {
#pragma omp target teams distribute parallel for map(to: A[0:n*n], y2[0:n]) map(tofrom: x2[0:n])
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      x2[i] += A[j*n + i] * y2[j];
    }
  }
}

static void mvt_serial(int n, const float *A, float *x1, float *x2, const float *y1, const float *y2) {
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      x1[row] += A[row*n + column] * y1[column];
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      x2[column] += A[row*n + column] * y2[row];
}

static uint64_t hash_vectors(const float *x1, const float *x2, size_t size) {
  return bench_hash(bench_hash(BENCH_HASH, x1, size), x2, size);
}

int main(int argc, char **argv) {
  int reps = bench_reps(argc, argv);
  int n = bench_argument(argc, argv, "n", 2048, 1, 32768);
  size_t items = (size_t)n;
  float *A = bench_allocate(items * items, sizeof *A);
  float *x1 = bench_allocate(items, sizeof *x1), *y1 = bench_allocate(items, sizeof *y1);
  float *x2 = bench_allocate(items, sizeof *x2), *y2 = bench_allocate(items, sizeof *y2);
  static bench_timer rows, columns;
  bench_fill(A, items * items, 1);
  bench_fill(x1, items, 2);
  bench_fill(y1, items, 3);
  bench_fill(x2, items, 4);
  bench_fill(y2, items, 5);

#pragma omp target enter data map(to: A[0:n*n], x1[0:n], y1[0:n], x2[0:n], y2[0:n])
  for (int rep = 0; rep < reps; rep++) {
#pragma omp target update to(x1[0:n], x2[0:n])
    double began = omp_get_wtime();
    mvt_rows(n, A, x1, y1);
    bench_record(&rows, began);
    began = omp_get_wtime();
    mvt_columns(n, A, x2, y2);
    bench_record(&columns, began);
  }
#pragma omp target exit data map(from: x1[0:n], x2[0:n]) map(release: A[0:n*n], y1[0:n], y2[0:n])

  bench_print_head("mvt");
  bench_print_time("mvt_rows", &rows);
  bench_print_time("mvt_columns", &columns);
  uint64_t checksum = hash_vectors(x1, x2, items * sizeof *x1);
  int finite = bench_finite_floats(x1, items) && bench_finite_floats(x2, items);
  if (!bench_flag(argc, argv, "reference"))
    return bench_finish(checksum, finite);
  bench_fill(x1, items, 2);
  bench_fill(x2, items, 4);
  mvt_serial(n, A, x1, x2, y1, y2);
  return bench_finish_compared(checksum, hash_vectors(x1, x2, items * sizeof *x1), finite);
}
