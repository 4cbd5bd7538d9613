/* warpcc-flags: -std=c11 */
/* Reductions: if (e > s) s = e over j. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    double s = 0;
    for (int j = 0; j < 16; j++) { //~ j=carried
      if (a[j * 64 + i] > s) s = a[j * 64 + i];
    }
    a[511 * 64 + i] = s;
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
