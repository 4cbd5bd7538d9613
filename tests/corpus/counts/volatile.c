/* warpcc-flags: -std=c11 */
/* Accesses to volatile memory are counted like others, and nothing is moved across them. */
#include "../check.h"

enum { N = 512 };

static void stored(int n, const float *restrict a, volatile float *b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    b[i] = a[i]; //~ sectors=4
}

static void loaded(int n, volatile float *b, float *restrict c) {
  #pragma omp target teams distribute parallel for map(to: b[0:n]) map(tofrom: c[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    c[i] += b[i]; //~ sectors=4
}

/* Each iteration of j reads what the one before it wrote. */
static void carried(int n, volatile float *b) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n*17]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 1; j < 17; j++) //~ j=carried
      b[i * 17 + j] = b[i * 17 + j - 1] + 1; //~ sectors=32
}

/* The neighbour: independent, but the order of the accesses must stay. */
static void rows(int n, const float *restrict a, volatile float *b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*16]) map(from: b[0:n*16]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++) //~ j=unknown
      b[i * 16 + j] = a[i * 16 + j]; //~ sectors=32
}

int main(void) {
  static float a[16 * N], b[17 * N], c[N];
  FILL(a, 16 * N);
  stored(N, a, b);
  SHOW(b, N);
  loaded(N, b, c);
  SHOW(c, N);
  carried(N, b);
  SHOW(b, 17 * N);
  rows(N, a, b);
  SHOW(b, 16 * N);
  return 0;
}
