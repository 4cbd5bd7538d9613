/* C = BETA*C + ALPHA*A*B, single precision, row-major, one parallel loop over the rows of C
 * (Chikin et al., TACO 2019, Fig. 8(a)). */
#include "bench.h"

#define NI 512
#define NJ 512
#define NK 512
#define ALPHA 0.75f
#define BETA 0.5f

static void gemm(float *A, float *B, float *C) {
#pragma omp target teams distribute parallel for map(to: A[0:NI*NK], B[0:NK*NJ]) map(tofrom: C[0:NI*NJ])
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
  int reps = bench_reps(argc, argv);
  float *A = bench_allocate(NI*NK, sizeof *A);
  float *B = bench_allocate(NK*NJ, sizeof *B);
  float *C = bench_allocate(NI*NJ, sizeof *C);
  static bench_timer timer;
  bench_fill(A, NI*NK, 1);
  bench_fill(B, NK*NJ, 2);
  bench_fill(C, NI*NJ, 3);

#pragma omp target enter data map(to: A[0:NI*NK], B[0:NK*NJ], C[0:NI*NJ])
  for (int rep = 0; rep < reps; rep++) {
#pragma omp target update to(C[0:NI*NJ])
    double began = omp_get_wtime();
    gemm(A, B, C);
    bench_record(&timer, began);
  }
#pragma omp target exit data map(from: C[0:NI*NJ]) map(release: A[0:NI*NK], B[0:NK*NJ])

  bench_print_head("gemm");
  bench_print_time("gemm", &timer);
  uint64_t checksum = bench_hash(BENCH_HASH, C, NI*NJ * sizeof *C);
  int finite = bench_finite_floats(C, NI*NJ);
  if (!bench_flag(argc, argv, "reference"))
    return bench_finish(checksum, finite);
  bench_fill(C, NI*NJ, 3);
  gemm_serial(A, B, C);
  return bench_finish_compared(checksum, bench_hash(BENCH_HASH, C, NI*NJ * sizeof *C), finite);
}
