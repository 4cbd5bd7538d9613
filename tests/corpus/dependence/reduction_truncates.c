/* warpcc-flags: -std=c11 */
/* Reductions: s = trunc(s + e/2) depends on the order of the e. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static int kernel(void) {
  int s = 0;
  #pragma omp target teams distribute parallel for map(to: a) reduction(+: s) //~ plan=none
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 256; j++) //~ j=carried
      s += a[i * 256 + j] * 0.5;
  return s;
}

int main(void) {
  FILL(a, ROWS * 64);
  printf("%g\n", (double)kernel());
  return 0;
}
