/* warpcc-flags: -std=c11 */
/* The test's variable would hide the program's own, also where a macro puts its name together. */
#include "../check.h"

enum { N = 48 };
static int warpcc_holds = 7;
#define PASTED warpcc_##holds

static void shift(int n, int ld, float *to, const float *from) {
#pragma omp target teams distribute parallel for //~ plan=none !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i] + warpcc_holds;
}

static void local(int n, int ld, float *to, const float *from) {
  int warpcc_holds = 5;
#pragma omp target teams distribute parallel for //~ plan=none !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i] + PASTED;
}

int main(void) {
  float *a = malloc(2 * N * N * sizeof *a), *b = a + N * N;
  FILL(a, 2 * N * N);
  shift(N, N, a, b);
  local(N, N, a, b);
  SHOW(a, N * N);
  return 0;
}
