/* warpcc-flags: -std=c11 */
/* Unsigned: 512*Δj = 0 has the solution 0 only; 64*j + i < 2^32 does not wrap: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int i = 0; i < 64; i++) {
    for (unsigned j = 0; j < 16; j++) { //~ j=proved
      a[j * 64u + (unsigned)i] += 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
