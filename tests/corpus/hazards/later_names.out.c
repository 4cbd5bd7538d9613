/* warpcc-flags: -std=c11 */
/* Macros that are called like a variable of a region, and that the file defines behind the region or in front of it. */
#include "../check.h"

enum { N = 40, M = 36 };
static double a[N * M], b[N * M];

static void before(double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*M]) //~ plan=collapse(2)+sink(11) !WC211
  for (int i = 0; i < N; i++) {
#line 12
    for (int j = 0; j < M; j++) {
#line 11
      int row = i * M;
#line 13
      x[row + j] += i;
#line 13
    }
#line 14
  }
}

#define ROW(i) ((i) * row)
static int rows(int row) { return ROW(2); }

/* A macro that comes to the name stands before it. */
static void behind_another(double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*M]) //~ plan=collapse(2)+sink(24) !WC211
  for (int i = 0; i < N; i++) {
#line 25
    for (int j = 0; j < M; j++) {
#line 24
      int row = i * M;
#line 26
      x[row + j] += 2 * i;
#line 26
    }
#line 27
  }
}

static void ended(double *x) {
#define column(i) (i)
#undef column
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*M]) //~ plan=collapse(2) !WC211
  for (int i = 0; i < N; i++)
    for (int column = 0; column < M; column++)
      x[i * M + column] += column;
}

#define row M
#define k 3

static void in_force(double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*M]) //~ plan=collapse(2) !WC211
  for (int i = 0; i < N; i++)
    for (int j = 0; j < row; j++)
      x[i * row + j] += k;
}

#undef k

/* The name was defined before the region, and is not any more: the definition may come back. */
static void gone(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      x[i * M + k] += k;
}

int main(void) {
  FILL(a, N * M);
  FILL(b, N * M);
  before(a);
  behind_another(a);
  ended(a);
  in_force(b);
  gone(b);
  SHOW(a, N * M);
  SHOW(b, N * M);
  return rows(0);
}
