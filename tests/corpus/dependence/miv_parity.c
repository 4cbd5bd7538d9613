/* warpcc-flags: -std=c11 */
/* MIV: 2*Δj + 2*Δk + 1 is odd: what is read is never written; but 2*Δj + 2*Δk = 0 for Δj = 1, Δk = -1. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j++) { //~ j=carried
      for (int k = 0; k < 4; k++) a[(2 * j + 2 * k + 1) * 64 + i] = a[(2 * j + 2 * k) * 64 + i];
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
