/* warpcc-flags: -std=c11 */
/* RDIV: 16 + j = k, but k <= 15: the rows that are read are not written: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int j = 0; j < 16; j++) {
    for (int i = 0; i < 64; i++) { //~ j=proved
      for (int k = 0; k < 16; k++) a[(16 + j) * 64 + i] += a[k * 64 + i];
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
