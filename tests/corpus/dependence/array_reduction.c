/* warpcc-flags: -std=c11 */
/* Array reductions: 0*Δj = 0 for every Δj: all iterations add to c[i]. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64], c[64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: c) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j++) { //~ j=carried
      c[i] += a[j * 64 + i];
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(c, 64);
  return 0;
}
