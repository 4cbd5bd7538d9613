/* 3x3 convolution over the interior of an ni x nj image, one thread for each pixel. */
#include "bench_cuda.h"

__global__ void conv2d_pixel(int ni, int nj, const float *A, float *B) {
  const float c11 = 0.125f, c12 = -0.25f, c13 = 0.5f;
  const float c21 = 0.375f, c22 = 0.625f, c23 = -0.75f;
  const float c31 = 0.25f, c32 = -0.5f, c33 = 0.0625f;
  int i = (int)(blockIdx.y * blockDim.y + threadIdx.y) + 1, j = (int)(blockIdx.x * blockDim.x + threadIdx.x) + 1;
  if (i >= ni - 1 || j >= nj - 1)
    return;
  B[i*nj + j] = c11 * A[(i - 1)*nj + (j - 1)] + c12 * A[i*nj + (j - 1)] + c13 * A[(i + 1)*nj + (j - 1)]
              + c21 * A[(i - 1)*nj + j] + c22 * A[i*nj + j] + c23 * A[(i + 1)*nj + j]
              + c31 * A[(i - 1)*nj + (j + 1)] + c32 * A[i*nj + (j + 1)] + c33 * A[(i + 1)*nj + (j + 1)];
}

static void conv2d(int ni, int nj, const float *A, float *B) {
  dim3 block(32, 8), grid(bench_blocks(nj - 2, 32), bench_blocks(ni - 2, 8));
  BENCH_LAUNCH(conv2d_pixel, grid, block, ni, nj, A, B);
  bench_wait();
}

int main(int argc, char **argv) {
  bench_cuda_begin(argc, argv, "2dconv");
  int ni = bench_size("ni", 1024, 3, 32768);
  int nj = bench_size("nj", 1024, 3, 32768);
  size_t count = (size_t)ni * (size_t)nj;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 0);
  float *dA = bench_device(A, count), *dB = bench_device(B, count);

  while (bench_repeat())
    BENCH_TIME(conv2d, ni, nj, dA, dB);
  bench_output(B, dB, count);
  return bench_end();
}
