/* warpcc-flags: -std=c11 */
/* Two constructs inside whose loops change places. Would the directive around take them over, its loop over i alone would be spread over
   the lanes, and how many iterations that has is not known: it is left to the teams (WC215). */
#include "../check.h"

static unsigned a[512], b[512], c[1024], q[64];

static void led_on(int n, int m, unsigned *restrict a, const unsigned *restrict b, unsigned *restrict c, const unsigned *restrict q) {
  #pragma omp target teams distribute map(tofrom: a[0:512], c[0:1024]) map(to: b[0:512], q[0:64]) //~ plan=none
  for (long i = 0; i < n; i += 2) {
    #pragma omp parallel for collapse(2) //~ plan=interchange(k,j)
    for (int k = 0; k < m; k++)
      for (int j = 0; j < m; j++)
        for (int l = 0; l < m; l++) {
          a[(k * 6 + (short)i) * 6 + j] = (short)i + 96 + b[(k * n + j) * n + l] + b[(k * n + j) * n + l + 1];
          c[((j * m + k) * m + l) * m + (short)i] *= q[l * n + (short)i] * 3 + 1;
        }
  }
}

static void alone(int n, int m, unsigned *restrict a, const unsigned *restrict b, unsigned *restrict c) {
  #pragma omp target teams distribute map(tofrom: a[0:512], c[0:1024]) map(to: b[0:512]) //~ plan=none
  for (long i = 0; i < n; i += 2) {
    #pragma omp parallel for collapse(2) //~ plan=interchange(k,j)
    for (int k = 0; k < m; k++)
      for (int j = 0; j < m; j++)
        for (int l = 0; l < m; l++) {
          a[(k * 6 + (short)i) * 6 + j] = (short)i + 96;
          c[((j * m + k) * m + l) * m + (short)i] *= b[(k * n + j) * n + l];
        }
  }
}

int main(void) {
  FILL(a, 512);
  FILL(b, 512);
  FILL(c, 1024);
  FILL(q, 64);
  led_on(5, 5, a, b, c, q);
  SHOW(a, 512);
  SHOW(c, 1024);
  alone(5, 5, a, b, c);
  SHOW(a, 512);
  SHOW(c, 1024);
  return 0;
}
