/* warpcc-flags: -std=c11 */
/* Reductions: (s * e) / e' of integers is no product. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static int kernel(void) {
  int s = 1 << 20;
  #pragma omp target teams distribute parallel for map(to: a) reduction(*: s) //~ plan=none
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 256; j++) //~ j=carried
      s /= 1 + (int)a[i * 256 + j] % 2;
  return s;
}

int main(void) {
  FILL(a, ROWS * 64);
  printf("%g\n", (double)kernel());
  return 0;
}
