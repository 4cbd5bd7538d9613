/* warpcc-flags: -std=c11 -DGPU */
/* Preprocessor conditionals choose the directive: both versions of the region are those of this compilation. */
#include "../check.h"

enum { N = 48 };

static void shift(int n, int ld, float *to, const float *from) {
#ifdef GPU
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i];
}

/* In the group that is taken, the last one. */
static void other(int n, int ld, float *to, const float *from) {
#if !defined GPU
#pragma omp parallel for
#else /* on the device */
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] -= from[j * n + i];
}

/* A conditional of the inside has no one line. */
static void inside(int n, int ld, float *to, const float *from) {
#pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
#ifdef GPU
      to[i * ld + j] -= from[j * n + i];
#else
      to[i * ld + j] += from[j * n + i];
#endif
}

int main(void) {
  float *a = malloc(2 * N * N * sizeof *a), *b = a + N * N;
  FILL(a, 2 * N * N);
  shift(N, N, a, b);
  other(N, N, a, b);
  inside(N, N, a, b);
  SHOW(a, N * N);
  return 0;
}

/* warpcc-report: whole */
