/* warpcc-flags: -std=c11 */
/* What a `while` loop leaves in x is one unknown u of an iteration: x - from = (u + k) - u = k, so that row 8*j + k,
   k <= 7, is another one for every j. Without the difference the row is u + k of an unknown u. */
#include "../check.h"
#define ROWS 160
static double a[ROWS * 64], c[ROWS * 64];

static void difference(int m, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < m; j++) { //~ j=proved
      int x = 1;
      while (x < n) x = 3 * x;
      int from = x;
      for (int k = 0; k < 8; k++) {
        a[(x - from + 8 * j) * 64 + i] = j + k;
        x += 1;
      }
    }
  }
}

static void sum(int m, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < m; j++) { //~ j=unknown
      int x = 1;
      while (x < n + j) x = 3 * x;
      for (int k = 0; k < 8; k++) {
        c[x * 64 + i] = j + k;
        x += 1;
      }
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  FILL(c, ROWS * 64);
  difference(16, 20);
  sum(16, 20);
  SHOW(a, ROWS * 64);
  SHOW(c, ROWS * 64);
  return 0;
}
