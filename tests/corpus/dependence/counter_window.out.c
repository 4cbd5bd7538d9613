/* warpcc-flags: -std=c11 */
/* A counter that one branch advances is between its start and its start plus the rounds: 8*j <= x <= 8*j + k
   with k <= 7, so windows of 8 do not meet: independent. Windows of 7 may. */
#include "../check.h"
#define ROWS 160
static double a[ROWS * 64], b[8 * 64], c[ROWS * 64];

static void apart(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: b)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < m; j++) { //~ j=proved
      int x = 8 * j;
      for (int k = 0; k < 8; k++) {
        if (b[k * 64 + i] > 3) {
          a[x * 64 + i] = b[k * 64 + i] + j;
          x += 1;
        }
      }
    }
  }
}

static void touching(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: b)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < m; j++) { //~ j=unknown
      int x = 7 * j;
      for (int k = 0; k < 8; k++) {
        if (b[k * 64 + i] > 3) {
          c[x * 64 + i] = b[k * 64 + i] + j;
          x += 1;
        }
      }
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  FILL(b, 8 * 64);
  FILL(c, ROWS * 64);
  apart(17);
  touching(17);
  SHOW(a, ROWS * 64);
  SHOW(c, ROWS * 64);
  return 0;
}
