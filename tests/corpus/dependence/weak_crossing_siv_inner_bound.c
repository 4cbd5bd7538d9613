/* warpcc-flags: -std=c11 */
/* Weak-crossing SIV: j + j' = k' + 1 with k' >= 2 * j' - 1 and j != j', met by j = 2, j' = 1, k' = 2. The
   bounds of k' follow j' alone: carried. */
#include "../check.h"
#define ROWS 40
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 1; j < 8; j++) { //~ j=carried
      double s = a[(j + 16) * 64 + i];
      for (int k = 2 * j - 1; k < 16; k++) a[(k + 17 - j) * 64 + i] += s;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
