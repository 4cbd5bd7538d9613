/* A[r][q][p] = sum over s of A[r][q][s]*W[s][p] in place, single precision (a contraction of
 * multiresolution analysis; the CC'17 paper's motivating example). The plain version does one (r, q)
 * row after another in a thread, its sums in a row of T; the expert's two regions have one element a
 * thread. */
#include "bench.h"

static void doitgen(int nr, int nq, int np, float *A, float *W, float *T) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3) map(to: A[0:nr*nq*np], W[0:np*np]) map(from: T[0:nr*nq*np])
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++)
      for (int p = 0; p < np; p++) {
        T[(r*nq + q)*np + p] = 0.0f;
        for (int s = 0; s < np; s++)
          T[(r*nq + q)*np + p] += A[(r*nq + q)*np + s] * W[s*np + p];
      }
#pragma omp target teams distribute parallel for collapse(3) map(to: T[0:nr*nq*np]) map(tofrom: A[0:nr*nq*np])
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++)
      for (int p = 0; p < np; p++)
        A[(r*nq + q)*np + p] = T[(r*nq + q)*np + p];
#else
#pragma omp target teams distribute parallel for map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np])
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) {
      for (int p = 0; p < np; p++) {
        T[(r*nq + q)*np + p] = 0.0f;
        for (int s = 0; s < np; s++)
          T[(r*nq + q)*np + p] += A[(r*nq + q)*np + s] * W[s*np + p];
      }
      for (int p = 0; p < np; p++)
        A[(r*nq + q)*np + p] = T[(r*nq + q)*np + p];
    }
#endif
}

static void doitgen_serial(int rows, int np, float *A, const float *W) {
  float *old = bench_floats((size_t)np, 0);
  for (int row = 0; row < rows; row++) {
    memcpy(old, A + row*np, (size_t)np * sizeof *old);
    memset(A + row*np, 0, (size_t)np * sizeof *old);
    for (int s = 0; s < np; s++)
      for (int p = 0; p < np; p++)
        A[row*np + p] += old[s] * W[s*np + p];
  }
  free(old);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "doitgen");
  int nr = bench_size("nr", 48, 1, 1024), nq = bench_size("nq", 48, 1, 1024);
  int np = bench_size("np", 64, 1, 1024);
  size_t count = (size_t)nr * (size_t)nq * (size_t)np, square = (size_t)np * (size_t)np;
  float *A = bench_floats(count, 1), *W = bench_floats(square, 2), *T = bench_floats(count, 0);
  float *expected = bench_floats(count, 1);

  bench_keep(A, sizeof *A * (size_t)count);
#pragma omp target enter data map(to: A[0:count], W[0:square]) map(alloc: T[0:count])
  while (bench_repeat()) {
#pragma omp target update to(A[0:count])
    BENCH_TIME(doitgen, nr, nq, np, A, W, T);
  }
#pragma omp target exit data map(from: A[0:count]) map(release: W[0:square], T[0:count])

  if (bench_wants_reference())
    doitgen_serial(nr * nq, np, expected, W);
  bench_output_floats(A, expected, count);
  return bench_end();
}
