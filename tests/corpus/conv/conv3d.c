/* warpcc-flags: -std=c11 */
#include "../check.h"

static void conv3d(const float *A, float *B, int ni, int nj, int nk) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:ni*nj*nk]) map(tofrom: B[0:ni*nj*nk])
  for (int i = 1; i < ni - 1; ++i) //~ plan=collapse(3)
    for (int j = 1; j < nj - 1; ++j)
      for (int k = 1; k < nk - 1; ++k) //~ k=proved
        B[i * (nk * nj) + j * nk + k] = 2 * A[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)]
                                        + 4 * A[(i + 1) * (nk * nj) + (j + 1) * nk + (k + 1)];
}

int main(void) {
  int ni = 10, nj = 12, nk = 40;
  float *a = malloc(sizeof(float) * ni * nj * nk), *b = calloc(ni * nj * nk, sizeof(float));
  FILL(a, ni * nj * nk);
  conv3d(a, b, ni, nj, nk);
  SHOW(b, ni * nj * nk);
  return 0;
}
