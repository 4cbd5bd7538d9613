/* warpcc-flags: -std=c11 */
/* RDIV: 15 + j = k for j = 0, k = 15: the first row that is written is read. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j++) { //~ j=carried
      for (int k = 0; k < 16; k++) a[(15 + j) * 64 + i] += a[k * 64 + i];
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
