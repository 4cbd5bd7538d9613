/* As it should be: warpcc reads it and leaves it alone, so that what clang has compiled meanwhile is the result. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void smooth(int n, int m, const float *restrict from, float *restrict to) {
#pragma omp target teams distribute parallel for collapse(2) map(to : from[:n * m]) map(tofrom : to[:n * m])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      float around = from[i * m + j - 1] + from[i * m + j + 1];
      to[i * m + j] = 0.5f * around;
    }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 512;
  float *a = calloc((size_t)n * n, sizeof *a), *b = calloc((size_t)n * n, sizeof *b);
  if (!a || !b) return 1;
  for (int i = 0; i < n * n; i++) a[i] = sinf((float)i);
  smooth(n, n, a, b);
  double sum = 0;
  for (int i = 0; i < n * n; i++) sum += b[i];
  printf("%.6f\n", sum);
  free(a);
  free(b);
  return 0;
}
