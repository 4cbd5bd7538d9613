/* warpcc-flags: -std=c11 */
/* warpcc-scalars: on */
/* A definition that is substituted in the header of a loop along which an element would be a scalar: one of both. */
#include "../check.h"

enum { N = 70, M = 40 };
static unsigned a[N * M];

static void sums(int n, int m, unsigned u) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+substitute(12)
  for (int i = 0; i < n; i++) {
    int end = (int)(u - 2U);
    for (int j = 0; j < end; j++)
      for (int k = 0; k < end; k++)
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
