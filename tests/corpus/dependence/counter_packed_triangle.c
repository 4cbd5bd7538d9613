/* warpcc-flags: -std=c11 */
/* Closed form of a packed triangle: k = (j*j + j)/2 + l with 0 <= l <= j, which no two (j, l) share. */
#include "../check.h"
#define ROWS 40
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    int k = 0;
    for (int j = 0; j < 8; j++) { //~ j=carried
      for (int l = 0; l <= j; l++) { //~ l=carried
        a[k * 64 + i] += 1;
        k++;
      }
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
