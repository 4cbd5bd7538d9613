/* warpcc-flags: -std=c11 */
/* Conditions on remainders: which lanes are at work follows from where a row begins, how many does not. */
#include "../check.h"

enum { N = 70 };

/* Red and black: every second lane, whatever the row. */
static void red(int n, double *a, const double *b) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n]) map(to: b[0:n*n]) //~ plan=collapse(2)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if ((i + j) % 2 == 0)
        a[i * n + j] += b[i * n + j - 1] + b[i * n + j + 1]; //~ sectors=24..32->8..9
}

/* Every fourth lane, of elements that are a sector apart each. */
static void fourth(int n, float *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:8*n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (((i - j) & 3) == 1)
        a[8 * (i * n + j)] += j; //~ sectors=8
}

/* The whole warp or none of it. */
static void rows(int n, float *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n]) //~ plan=none WC103
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i % 3 == 2)
        a[i * n + j] += j; //~ sectors=4
}

/* Another condition of the lanes is not known at an unknown place. */
static void both(int n, float *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:8*n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if ((i + j) % 2 == 0 && j > 5)
        a[8 * (i * n + j)] += j; //~ sectors=32
}

int main(void) {
  double *a = malloc(2 * N * N * sizeof *a);
  float *b = malloc(8 * N * N * sizeof *b);
  FILL(a, 2 * N * N);
  FILL(b, 8 * N * N);
  red(N, a, a + N * N);
  SHOW(a, N * N);
  fourth(N, b);
  rows(N, b);
  both(N, b);
  SHOW(b, 8 * N * N);
  return 0;
}
