/* warpcc-flags: -std=c11 */
/* Quotients, shifts and masks of sums: (2*j + 1) >> 1 = j, (4*j + 6) / 2 = 2*j + 3 and (8*j + 5) & 7 = 5; so
   j*64 differs from j'*64, and 5 does not differ from 5. */
#include "../check.h"
#define ROWS 80
static int a[ROWS * 64], b[ROWS * 64], c[ROWS * 64];

static void shifted(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < 64; i++) { //~ j=proved
      a[((2 * j + 1) >> 1) * 64 + i] = a[((2 * j + 1) >> 1) * 64 + i] + 1;
    }
  }
}

static void halved(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b)
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < 64; i++) { //~ j=proved
      b[(4 * j + 6) / 2 * 64 + i] = b[(4 * j + 6) / 2 * 64 + i] + 1;
    }
  }
}

static void masked(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: c)
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < m; j++) { //~ j=carried
      c[((8 * j + 5) & 7) * 64 + i] = c[((8 * j + 5) & 7) * 64 + i] + 1;
    }
  }
}

int main(void) {
  for (int k = 0; k < ROWS * 64; k++)
    a[k] = b[k] = c[k] = k;
  shifted(17);
  halved(17);
  masked(17);
  int sum = 0;
  for (int k = 0; k < ROWS * 64; k++)
    sum += k * (a[k] + 2 * b[k] + 3 * c[k]) % 1009;
  printf("%d\n", sum);
  return 0;
}
