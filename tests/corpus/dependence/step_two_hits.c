/* warpcc-flags: -std=c11 */
/* Steps: 1024*Δ - 1024 = 0 for Δ = 1, Δ counting iterations of j += 2; distance (1). */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j += 2) { //~ j=carried
      a[j * 64 + i] = a[(j + 2) * 64 + i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
