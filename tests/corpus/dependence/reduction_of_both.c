/* warpcc-flags: -std=c11 */
/* Reductions: s is summed and multiplied, which do not commute. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static double kernel(void) {
  double s = 0;
  #pragma omp target teams distribute parallel for map(to: a) reduction(+: s) //~ plan=none
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 256; j++) { //~ j=carried
      s += a[i * 256 + j];
      s *= 0.5;
    }
  return s;
}

int main(void) {
  FILL(a, ROWS * 64);
  printf("%g\n", kernel());
  return 0;
}
