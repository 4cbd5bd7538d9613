/* warpcc-flags: -std=c11 */
/* Banerjee: -14 <= j + j' - 14 <= 16 contains 0, and j = 0, j' = 14 is a solution. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j++) { //~ j=carried
      a[(36 + j) * 64 + i] = a[(50 - j) * 64 + i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
