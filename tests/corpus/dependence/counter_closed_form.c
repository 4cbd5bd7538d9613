/* warpcc-flags: -std=c11 */
/* Closed form: k = 2*j at the start of iteration j, so that rows 2*j and 2*j' differ by 2*Δj != 0; the
   counter itself is carried. */
#include "../check.h"
#define ROWS 40
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    int k = 0;
    for (int j = 0; j < 16; j++) { //~ j=carried
      a[k * 64 + i] += 1;
      k += 2;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
