/* warpcc-flags: -std=c11 */
/* Scalars: t is assigned in some iterations only, and keeps its value in the others. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    double t = 0;
    for (int j = 0; j < 16; j++) { //~ j=carried
      if (j % 3 == 0) t = a[j * 64 + i];
      a[(j + 16) * 64 + i] = t;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
