/* warpcc-flags: -std=c11 */
/* Downward: 512*Δj = 0 has the solution 0 only, the loop counting down: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int j = 15; j >= 0; j--) {
    for (int i = 0; i < 64; i++) { //~ j=proved
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
