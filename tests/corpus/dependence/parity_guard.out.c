/* warpcc-flags: -std=c11 */
/* Select: rows 2*j and 2*j + 1, 1024*Δj + 512*(p - p') with p, p' in {0, 1} is 0 for Δj = 0 only: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int j = 0; j < 16; j++) {
    for (int i = 0; i < 64; i++) { //~ j=proved
      a[(2 * j + (i < 32 ? 0 : 1)) * 64 + i] = j;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
