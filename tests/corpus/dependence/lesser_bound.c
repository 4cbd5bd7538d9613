/* warpcc-flags: -std=c11 */
/* A bound that is the lesser of two values: j < (n < m ? n : m) gives j < n and j < m, so n + j' = j has no
   solution: independent. With the greater of the two it has one. */
#include "../check.h"
#define ROWS 80
static double a[ROWS * 64], b[ROWS * 64];

static void lesser(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < (n < m ? n : m); j++) { //~ j=proved
      a[j * 64 + i] = a[(j + n) * 64 + i] + 1;
    }
  }
}

static void greater(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: b)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < (n < m ? m : n); j++) { //~ j=unknown
      b[j * 64 + i] = b[(j + n) * 64 + i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  FILL(b, ROWS * 64);
  lesser(33, 17);
  greater(13, 37);
  SHOW(a, ROWS * 64);
  SHOW(b, ROWS * 64);
  return 0;
}
