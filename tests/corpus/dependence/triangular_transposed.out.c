/* warpcc-flags: -std=c11 */
/* Bounds: row j is written, row i + 16 is read; j <= i < i + 16: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j <= 64 - 1; j++) if (j <= i) { //~ j=proved
      a[j * 64 + i] = a[(i + 16) * 64 + i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
