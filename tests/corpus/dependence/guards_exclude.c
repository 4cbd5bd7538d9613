/* warpcc-flags: -std=c11 */
/* Guards: the write needs j < 8, the read j >= 8 of row j - 8 + 16; 8 + j = 8 + j' with j < 8 <= j' has no solution: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j++) { //~ j=proved
      if (j < 8) a[(j + 8) * 64 + i] = 1; else a[(j + 100) * 64 + i] = a[(j + 8) * 64 + i];
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
