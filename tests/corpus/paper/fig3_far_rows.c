/* warpcc-flags: -std=c11 */
#include "../check.h"

/* Rows 0 to 5 and rows 8 to 13 never meet, whatever the length of a row (Fig. 3). */
static void rows(int n, double (*A)[n]) {
  #pragma omp target teams distribute parallel for map(tofrom: A[0:14]) //~ plan=none WC103
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 6; i++) //~ i=proved
      A[i + 8][j] = A[i][j] + 1; //~ sectors=8..9
}

static void linear(int n, double *A) {
  #pragma omp target teams distribute parallel for map(tofrom: A[0:14*n])
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 6; i++) //~ i=proved
      A[(i + 8) * n + j] = A[i * n + j] + 1;
}

/* Rows 0 to 8 meet them. */
static void near_rows(int n, double (*A)[n]) {
  #pragma omp target teams distribute parallel for map(tofrom: A[0:17]) //~ plan=none
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 9; i++) //~ i=carried
      A[i + 8][j] = A[i][j] + 1;
}

int main(void) {
  int n = 70;
  double *a = malloc(sizeof(double) * 17 * n);
  FILL(a, 17 * n);
  rows(n, (double (*)[n])a); SHOW(a, 17 * n);
  linear(n, a); SHOW(a, 17 * n);
  near_rows(n, (double (*)[n])a); SHOW(a, 17 * n);
  return 0;
}
