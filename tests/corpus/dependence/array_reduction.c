/* warpcc-flags: -std=c11 */
/* Array reductions: 0*Δj = 0 for every Δj: all iterations add to a[i]. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j++) { //~ j=carried
      a[i] += a[(j + 1) * 64 + i];
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
