/* warpcc-flags: -std=c11 */
/* MIV: 16*Δj + Δk != 0, since |Δk| <= 15 < 16: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a) //~ plan=interchange(j,k,i)+collapse(3)
  for (int j = 0; j < 16; j++) {
    for (int k = 0; k < 16; k++) { //~ j=proved
      for (int i = 0; i < 64; i++) a[(j * 16 + k) * 64 + i] = k;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
