/* C = BETA*C + ALPHA*A*B, single precision, row-major, one parallel loop over the rows of C
 * (Chikin et al., TACO 2019, Fig. 8(a)). */
#include "bench.h"

#define NI 512
#define NJ 512
#define NK 512
#define ALPHA 0.75f
#define BETA 0.5f

static void gemm(float *A, float *B, float *C) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:NI*NK], B[0:NK*NJ]) map(tofrom: C[0:NI*NJ])
#else
#pragma omp target teams distribute parallel for map(to: A[0:NI*NK], B[0:NK*NJ]) map(tofrom: C[0:NI*NJ])
#endif
  for (int i = 0; i < NI; i++) {
    for (int j = 0; j < NJ; j++) {
      C[i*NJ + j] *= BETA;
      for (int k = 0; k < NK; ++k) {
        C[i*NJ + j] += ALPHA * A[i*NK + k] * B[k*NJ + j];
      }
    }
  }
}

static void gemm_serial(const float *A, const float *B, float *C) {
  for (int i = 0; i < NI; i++) {
    for (int j = 0; j < NJ; j++)
      C[i*NJ + j] *= BETA;
    for (int k = 0; k < NK; ++k)
      for (int j = 0; j < NJ; j++)
        C[i*NJ + j] += ALPHA * A[i*NK + k] * B[k*NJ + j];
  }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "gemm");
  float *A = bench_floats(NI*NK, 1), *B = bench_floats(NK*NJ, 2), *C = bench_floats(NI*NJ, 3);
  float *expected = bench_floats(NI*NJ, 3);

  bench_keep(C, sizeof *C * (size_t)(NI*NJ));
#pragma omp target enter data map(to: A[0:NI*NK], B[0:NK*NJ], C[0:NI*NJ])
  while (bench_repeat()) {
#pragma omp target update to(C[0:NI*NJ])
    BENCH_TIME(gemm, A, B, C);
  }
#pragma omp target exit data map(from: C[0:NI*NJ]) map(release: A[0:NI*NK], B[0:NK*NJ])

  if (bench_wants_reference())
    gemm_serial(A, B, expected);
  bench_output_floats(C, expected, NI*NJ);
  return bench_end();
}
