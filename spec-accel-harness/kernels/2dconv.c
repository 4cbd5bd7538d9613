/* 3x3 convolution over the interior of an ni x nj image, single precision, 1-D subscripts, sizes
 * known at run time, one parallel loop over the rows. */
#include "bench.h"

static void conv2d(int ni, int nj, float *A, float *B) {
  const float c11 = 0.125f, c12 = -0.25f, c13 = 0.5f;
  const float c21 = 0.375f, c22 = 0.625f, c23 = -0.75f;
  const float c31 = 0.25f, c32 = -0.5f, c33 = 0.0625f;
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: A[0:ni*nj]) map(tofrom: B[0:ni*nj])
#else
#pragma omp target teams distribute parallel for map(to: A[0:ni*nj]) map(tofrom: B[0:ni*nj])
#endif
  for (int i = 1; i < ni - 1; i++) {
    for (int j = 1; j < nj - 1; j++) {
      B[i*nj + j] = c11 * A[(i - 1)*nj + (j - 1)] + c12 * A[i*nj + (j - 1)] + c13 * A[(i + 1)*nj + (j - 1)]
                  + c21 * A[(i - 1)*nj + j] + c22 * A[i*nj + j] + c23 * A[(i + 1)*nj + j]
                  + c31 * A[(i - 1)*nj + (j + 1)] + c32 * A[i*nj + (j + 1)] + c33 * A[(i + 1)*nj + (j + 1)];
    }
  }
}

static void conv2d_serial(int ni, int nj, const float *A, float *B) {
  static const float weight[3][3] = {
      {0.125f, -0.25f, 0.5f}, {0.375f, 0.625f, -0.75f}, {0.25f, -0.5f, 0.0625f}};
  for (int i = 1; i < ni - 1; i++)
    for (int j = 1; j < nj - 1; j++) {
      float sum = 0.0f;
      for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++)
          sum += weight[column][row] * A[(i + row - 1)*nj + (j + column - 1)];
      B[i*nj + j] = sum;
    }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "2dconv");
  int ni = bench_size("ni", 1024, 3, 32768);
  int nj = bench_size("nj", 1024, 3, 32768);
  size_t count = (size_t)ni * (size_t)nj;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 0);
  float *expected = bench_floats(count, 0);

#pragma omp target enter data map(to: A[0:count], B[0:count])
  while (bench_repeat())
    BENCH_TIME(conv2d, ni, nj, A, B);
#pragma omp target exit data map(from: B[0:count]) map(release: A[0:count])

  if (bench_wants_reference())
    conv2d_serial(ni, nj, A, expected);
  bench_output_floats(B, expected, count);
  return bench_end();
}
