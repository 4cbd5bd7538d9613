/* warpcc-flags: -std=c11 */
/* Weak-zero SIV: 512*j = 0 in the iteration j = 0: the first iteration writes what all read. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j++) { //~ j=carried
      a[j * 64 + i] = a[i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
