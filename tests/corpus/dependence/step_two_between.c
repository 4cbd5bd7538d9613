/* warpcc-flags: -std=c11 */
/* Steps: 1024*Δ - 512 = 0 has no integer solution, Δ counting iterations of j += 2: independent. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 16; j += 2) { //~ j=proved
      a[j * 64 + i] = a[(j + 1) * 64 + i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
