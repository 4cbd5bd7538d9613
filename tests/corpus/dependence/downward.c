/* warpcc-flags: -std=c11 */
/* Downward: 512*Δj = 0 has the solution 0 only, the loop counting down: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int i = 0; i < 64; i++) {
    for (int j = 15; j >= 0; j--) { //~ j=proved
      a[j * 64 + i] += 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
