/* warpcc-flags: -std=c11 */
/* GCD: 512*4*j + 512 - 512*2*j' is 512 modulo 1024, never 0: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j++) { //~ j=proved
      a[(4 * j + 1) * 64 + i] = a[2 * j * 64 + i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
