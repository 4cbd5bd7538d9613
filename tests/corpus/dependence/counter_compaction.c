/* warpcc-flags: -std=c11 */
/* A counter that only grows: k(j) - k(j') >= 1 for j > j', both iterations having taken the branch. */
#include "../check.h"
#define ROWS 40
static double a[ROWS * 64], b[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=none
  for (int i = 0; i < 64; i++) {
    int k = 0;
    for (int j = 0; j < 16; j++) { //~ j=carried
      if (b[j * 64 + i] > 2) {
        a[k * 64 + i] += b[j * 64 + i];
        k++;
      }
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  FILL(b, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
