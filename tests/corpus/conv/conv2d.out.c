/* warpcc-flags: -std=c11 */
#include "../check.h"

static void conv2d(const float *A, float *B, int ni, int nj) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:ni*nj]) map(from: B[0:ni*nj]) //~ plan=collapse(2)
  for (int i = 1; i < ni - 1; ++i) {
    for (int j = 1; j < nj - 1; ++j) { //~ j=proved
      B[i * nj + j] = 2 * A[(i - 1) * nj + (j - 1)] + 3 * A[i * nj + j] //~ B: sectors=12..32->4..5
                      - 5 * A[(i + 1) * nj + (j + 1)];
    }
  }
}

int main(void) {
  int ni = 50, nj = 70;
  float *a = malloc(sizeof(float) * ni * nj), *b = calloc(ni * nj, sizeof(float));
  FILL(a, ni * nj);
  conv2d(a, b, ni, nj);
  double sum = 0;
  for (int i = 1; i < ni - 1; i++)
    for (int j = 1; j < nj - 1; j++)
      sum += b[i * nj + j] * (i + 2 * j);
  printf("%.17g\n", sum);
  return 0;
}
