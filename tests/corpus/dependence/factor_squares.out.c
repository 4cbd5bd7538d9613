/* warpcc-flags: -std=c11 */
/* Factors: 8*64*(j^2 - j'^2) = 8*64*Δj*(2*j' + Δj), and Δj != 0, j + j' >= 1: independent. In k*i with
   i = n - 2*#i the factor of Δk is i >= 2: independent; where i may be 0, all k meet. */
#include "../check.h"
#define ROWS 400
static double a[ROWS * 64], b[ROWS * 64], c[ROWS * 64];

static void squares(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < 64; i++) { //~ j=proved
      a[j * j * 64 + i] = a[j * j * 64 + i] + 1;
    }
  }
}

static void products(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: b)
  for (int i = n; i > 1; i -= 2) {
    for (int k = 0; k < m; k++) { //~ k=proved
      b[i * 100 + k * i] = b[i * 100 + k * i] + 1;
    }
  }
}

static void zero(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: c)
  for (int i = n; i >= 0; i -= 2) {
    for (int k = 0; k < m; k++) { //~ k=unknown
      c[i * 100 + k * i] = c[i * 100 + k * i] + 1;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  FILL(b, ROWS * 64);
  FILL(c, ROWS * 64);
  squares(17);
  products(7, 9);
  zero(6, 9);
  SHOW(a, ROWS * 64);
  SHOW(b, ROWS * 64);
  SHOW(c, ROWS * 64);
  return 0;
}
