/* warpcc-flags: -std=c11 */
/* Weak-zero SIV: 512*j = 0 for j = 0, but 1 <= j <= 15: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int i = 0; i < 64; i++) {
    for (int j = 1; j < 16; j++) { //~ j=proved
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
