/* warpcc-flags: -std=c11 */
/* Reductions: if (e > s) s = e compares two chars as integers, which loses nothing. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static signed char kernel(void) {
  signed char s = 0;
  #pragma omp target teams distribute parallel for map(to: a) reduction(max: s) //~ plan=collapse(2)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 256; j++) //~ j=proved
      if ((signed char)a[i * 256 + j] > s) s = (signed char)a[i * 256 + j];
  return s;
}

int main(void) {
  FILL(a, ROWS * 64);
  printf("%g\n", (double)kernel());
  return 0;
}
