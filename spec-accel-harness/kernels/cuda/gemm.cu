/* C = BETA*C + ALPHA*A*B, one thread for each element of C. */
#include "bench_cuda.h"

#define NI 512
#define NJ 512
#define NK 512
#define ALPHA 0.75f
#define BETA 0.5f

__global__ void gemm_element(const float *A, const float *B, float *C) {
  int i = (int)(blockIdx.y * blockDim.y + threadIdx.y), j = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= NI || j >= NJ)
    return;
  C[i*NJ + j] *= BETA;
  for (int k = 0; k < NK; ++k)
    C[i*NJ + j] += ALPHA * A[i*NK + k] * B[k*NJ + j];
}

static void gemm(const float *A, const float *B, float *C) {
  dim3 block(32, 8), grid(bench_blocks(NJ, 32), bench_blocks(NI, 8));
  BENCH_LAUNCH(gemm_element, grid, block, A, B, C);
  bench_wait();
}

int main(int argc, char **argv) {
  bench_cuda_begin(argc, argv, "gemm");
  float *A = bench_floats(NI*NK, 1), *B = bench_floats(NK*NJ, 2), *C = bench_floats(NI*NJ, 3);
  float *dA = bench_device(A, NI*NK), *dB = bench_device(B, NK*NJ), *dC = bench_device(C, NI*NJ);

  while (bench_repeat()) {
    bench_update(dC, C, sizeof *C * (size_t)(NI*NJ));
    BENCH_TIME(gemm, dA, dB, dC);
  }
  bench_output(C, dC, NI*NJ);
  return bench_end();
}
