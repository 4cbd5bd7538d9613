/* warpcc-flags: -std=c11 */
/* Weak-zero SIV: j = k' + 2 with k' >= j' - 1 and j != j'. The bounds of k' follow j', not j, so that
   row j is written by k' = j - 2 of every j' < j: carried. */
#include "../check.h"
#define ROWS 18
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 1; j < 16; j++) { //~ j=carried
      double s = a[j * 64 + i];
      for (int k = j - 1; k < 16; k++) a[(k + 2) * 64 + i] += s;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
