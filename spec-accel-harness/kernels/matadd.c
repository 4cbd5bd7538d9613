/* C = A + B for n x m matrices, integers. */
#include "bench.h"

static void matadd(int n, int m, int *A, int *B, int *C) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m], B[0:n*m]) map(from: C[0:n*m])
#else
#pragma omp target teams distribute parallel for map(to: A[0:n*m], B[0:n*m]) map(from: C[0:n*m])
#endif
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      C[i*m + j] = A[i*m + j] + B[i*m + j];
    }
  }
}

static void matadd_serial(size_t count, const int *A, const int *B, int *C) {
  for (size_t at = 0; at < count; at++)
    C[at] = A[at] + B[at];
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "matadd");
  int n = bench_size("n", 1024, 1, 16384), m = bench_size("m", 1024, 1, 16384);
  size_t count = (size_t)n * (size_t)m;
  int *A = (int *)bench_allocate(count, sizeof(int)), *B = (int *)bench_allocate(count, sizeof(int));
  int *C = (int *)bench_allocate(count, sizeof(int)), *expected = (int *)bench_allocate(count, sizeof(int));
  for (size_t at = 0; at < count; at++) {
    A[at] = (int)(512.0f * bench_value(1, at));
    B[at] = (int)(512.0f * bench_value(2, at));
  }

#pragma omp target enter data map(to: A[0:count], B[0:count]) map(alloc: C[0:count])
  while (bench_repeat())
    BENCH_TIME(matadd, n, m, A, B, C);
#pragma omp target exit data map(from: C[0:count]) map(release: A[0:count], B[0:count])

  if (bench_wants_reference())
    matadd_serial(count, A, B, expected);
  bench_output_ints(C, expected, count);
  return bench_end();
}
