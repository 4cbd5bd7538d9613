/* warpcc-flags: -std=c11 */
/* Stated facts: j = j' + k with 0 <= j < m and k >= m has no solution: independent. Without k >= m it
   has one. */
#include "../check.h"
#define ROWS 40
static double a[ROWS * 64], b[ROWS * 64], c[ROWS * 64];

static void assumed(int m, int k) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=interchange(j,i)+collapse(2)
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < 64; i++) { //~ j=proved
      __builtin_assume(k >= m);
      a[(j + k) * 64 + i] = a[j * 64 + i] + 1;
    }
  }
}

static void unreachable(int m, int k) {
#line 19
  {
#line 19
    #pragma clang diagnostic push
#line 19
    #pragma clang diagnostic ignored "-Weverything"
#line 19
    int warpcc_holds = (__int128)m >= 32;
#line 19
    #pragma clang diagnostic pop
#line 19
    if (warpcc_holds) {
#line 19
  #pragma omp target teams distribute map(tofrom: b) //~ plan=teams(j)
  for (int i = 0; i < 64; i++) {
    if (k < m) __builtin_unreachable();
#line 22
    #pragma omp parallel for firstprivate(i)
#line 22
    for (int j = 0; j < m; j++) { //~ j=proved
      b[(j + k) * 64 + i] = b[j * 64 + i] + 1;
    }
  }
#line 25
    } else {
#line 25
    #pragma clang diagnostic push
#line 25
    #pragma clang diagnostic ignored "-Weverything"
#line 19
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=teams(j)
#line 20
  for (int i = 0; i < 64; i++) {
    if (k < m) __builtin_unreachable();
    for (int j = 0; j < m; j++) { //~ j=proved
      b[(j + k) * 64 + i] = b[j * 64 + i] + 1;
    }
  }
#line 25
    #pragma clang diagnostic pop
#line 25
    }
#line 25
  }
#line 26
}

static void nothing(int m, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < m; j++) { //~ j=carried
      c[(j + k) * 64 + i] = c[j * 64 + i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  FILL(b, ROWS * 64);
  FILL(c, ROWS * 64);
  assumed(12, 20);
  unreachable(12, 20);
  nothing(12, 20);
  SHOW(a, ROWS * 64);
  SHOW(b, ROWS * 64);
  SHOW(c, ROWS * 64);
  return 0;
}
