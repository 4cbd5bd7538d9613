/* An 11-point convolution over the interior of an ni x nj x nk volume, single precision, 1-D
 * subscripts, sizes known at run time, one parallel loop over the planes. */
#include "bench.h"

static void conv3d(int ni, int nj, int nk, float *A, float *B) {
  const float c1 = 0.5f, c2 = -0.25f, c3 = 0.125f, c4 = 0.75f, c5 = -0.5f, c6 = 0.25f;
  const float c7 = -0.125f, c8 = 0.625f, c9 = -0.375f, c10 = 0.0625f, c11 = -0.0625f;
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3) map(to: A[0:ni*nj*nk]) map(tofrom: B[0:ni*nj*nk])
#else
#pragma omp target teams distribute parallel for map(to: A[0:ni*nj*nk]) map(tofrom: B[0:ni*nj*nk])
#endif
  for (int i = 1; i < ni - 1; i++) {
    for (int j = 1; j < nj - 1; j++) {
      for (int k = 1; k < nk - 1; k++) {
        B[i*(nj*nk) + j*nk + k] = c1 * A[(i - 1)*(nj*nk) + (j - 1)*nk + (k - 1)]
                                + c2 * A[(i + 1)*(nj*nk) + (j - 1)*nk + (k - 1)]
                                + c3 * A[(i - 1)*(nj*nk) + (j + 1)*nk + (k - 1)]
                                + c4 * A[(i + 1)*(nj*nk) + (j + 1)*nk + (k - 1)]
                                + c5 * A[i*(nj*nk) + (j - 1)*nk + k]
                                + c6 * A[i*(nj*nk) + j*nk + k]
                                + c7 * A[i*(nj*nk) + (j + 1)*nk + k]
                                + c8 * A[(i - 1)*(nj*nk) + (j - 1)*nk + (k + 1)]
                                + c9 * A[(i + 1)*(nj*nk) + (j - 1)*nk + (k + 1)]
                                + c10 * A[(i - 1)*(nj*nk) + (j + 1)*nk + (k + 1)]
                                + c11 * A[(i + 1)*(nj*nk) + (j + 1)*nk + (k + 1)];
      }
    }
  }
}

typedef struct {
  float weight;
  int i, j, k;
} point;

static void conv3d_serial(int ni, int nj, int nk, const float *A, float *B) {
  static const point points[11] = {
      {0.5f, -1, -1, -1},  {-0.25f, 1, -1, -1},   {0.125f, -1, 1, -1}, {0.75f, 1, 1, -1},
      {-0.5f, 0, -1, 0},   {0.25f, 0, 0, 0},      {-0.125f, 0, 1, 0},  {0.625f, -1, -1, 1},
      {-0.375f, 1, -1, 1}, {0.0625f, -1, 1, 1},   {-0.0625f, 1, 1, 1}};
  for (int i = 1; i < ni - 1; i++)
    for (int j = 1; j < nj - 1; j++)
      for (int k = 1; k < nk - 1; k++) {
        float sum = 0.0f;
        for (int p = 0; p < 11; p++)
          sum += points[p].weight * A[((i + points[p].i)*nj + j + points[p].j)*nk + k + points[p].k];
        B[(i*nj + j)*nk + k] = sum;
      }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "3dconv");
  int ni = bench_size("ni", 96, 3, 1024);
  int nj = bench_size("nj", 96, 3, 1024);
  int nk = bench_size("nk", 96, 3, 1024);
  size_t count = (size_t)ni * (size_t)nj * (size_t)nk;
  float *A = bench_floats(count, 1), *B = bench_floats(count, 0);
  float *expected = bench_floats(count, 0);

#pragma omp target enter data map(to: A[0:count], B[0:count])
  while (bench_repeat())
    BENCH_TIME(conv3d, ni, nj, nk, A, B);
#pragma omp target exit data map(from: B[0:count]) map(release: A[0:count])

  if (bench_wants_reference())
    conv3d_serial(ni, nj, nk, A, expected);
  bench_output_floats(B, expected, count);
  return bench_end();
}
