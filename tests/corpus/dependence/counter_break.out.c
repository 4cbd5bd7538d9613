/* warpcc-flags: -std=c11 */
/* An iteration that leaves the loop is its last one: x = 8*j + k at the start of iteration k, with k <= 7, so that
   rows of different j do not meet. A `continue` may skip the addition: x stays behind k, and nothing is known. */
#include "../check.h"
#define ROWS 160
static double a[ROWS * 64], b[8 * 64], c[ROWS * 64];

static void left(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: b)
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < 64; i++) { //~ j=proved
      int x = 8 * j;
      for (int k = 0; k < 8; k++) {
        a[x * 64 + i] = b[k * 64 + i] + j;
        x += 1;
        if (b[k * 64 + i] > 3) break;
      }
    }
  }
}

static void skipped(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: b)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < m; j++) { //~ j=unknown
      int x = 8 * j;
      for (int k = 0; k < 8; k++) {
        c[x * 64 + i] = b[k * 64 + i] + j;
        if (b[k * 64 + i] > 3) continue;
        x += 1;
      }
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  FILL(b, 8 * 64);
  FILL(c, ROWS * 64);
  left(16);
  skipped(16);
  SHOW(a, ROWS * 64);
  SHOW(c, ROWS * 64);
  return 0;
}
