/* warpcc-flags: -std=c11 */
/* Downward: 512*Δj + 512 = 0 for Δj = -1: iteration j reads what j + 1 has written; distance (1). */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 15; j >= 0; j--) { //~ j=carried
      a[j * 64 + i] = a[(j + 1) * 64 + i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
