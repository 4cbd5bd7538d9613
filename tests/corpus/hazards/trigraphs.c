/* warpcc-flags: -std=c11 */
/* A trigraph continues a line, and the comment on it. */
#pragma clang diagnostic ignored "-Wcomment"
#include "../check.h"

enum { N = 48 };

static void shift(int n, int ld, float *to, const float *from) {
#pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      to[i * ld + j] += from[j * n + i]; // why ??/
      to[i * ld + j] += 3;
      to[i * ld + j] *= 2;
    }
}

int main(void) {
  float *a = malloc(2 * N * N * sizeof *a), *b = a + N * N;
  FILL(a, 2 * N * N);
  shift(N, N, a, b);
  SHOW(a, N * N);
  return 0;
}
