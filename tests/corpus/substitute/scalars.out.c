/* warpcc-flags: -std=c11 */
/* warpcc-scalars: on */
/* A definition that is substituted in the header of a loop along which an element would be a scalar: one of both. */
#include "../check.h"

enum { N = 70, M = 40 };
static unsigned a[N * M];

static void sums(int n, int m, unsigned u) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+substitute(12)
  for (int i = 0; i < n; i++) {
#line 13
    for (int j = 0; j < (int)(u - 2); j++)
      for (int k = 0; k < (int)(u - 2); k++)
        a[i * m + j] += (unsigned)k + 4U;
  }
}

int main(void) {
  FILL(a, N * M);
  sums(N, M, 22);
  sums(N, M, 1);
  SHOW(a, N * M);
  return 0;
}
