/* warpcc-flags: -std=c11 */
/* A statement before the loop works on a column: it is a region of its own, and the loop is collapsed. The sizes are not known, and one more
   launch is no dearer than the few warps that so many rows are. */
#include "../check.h"

enum { N = 40, M = 33 };
static double a[N * N], b[N * N], u[M][M], shift[M];

/* Steps of a factorisation: the column is scaled, then the rest is updated. */
static void eliminate(double *x, int n) {
  #pragma omp target data map(tofrom: x[0:n*n])
  for (int k = 0; k < n - 1; k++) {
#line 13
    {
#line 13
    #pragma omp target teams distribute parallel for //~ plan=distribute(15:none|16:collapse(2))
    for (int i = k + 1; i < n; i++) {
      x[i * n + k] = 2 * x[i * n + k] - x[k * n + k];
#line 16
    }
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 13
    #pragma omp target teams distribute parallel for collapse(2) //~ plan=distribute(15:none|16:collapse(2))
#line 14
    for (int i = k + 1; i < n; i++) {
#line 16
    #pragma clang diagnostic pop
#line 16
      for (int j = k + 1; j < n; j++)
        x[i * n + j] -= (x[i * n + k] + x[k * n + j]) / 16;
    }
#line 18
    }
#line 19
  }
}

/* Behind the loop, and in two dimensions. */
static void rows_and_ends(int n, int m) {
#line 24
  {
#line 24
  #pragma omp target data map(tofrom: u, shift)
#line 24
  {
#line 24
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u, shift) //~ plan=distribute(26:collapse(2)|28:none)
  for (int i = 0; i < n; i++) {
    for (int j = 1; j < m; j++)
      u[i][j] += 3 * shift[j];
#line 28
  }
#line 28
  #pragma clang diagnostic push
#line 28
  #pragma clang diagnostic ignored "-Weverything"
#line 24
  #pragma omp target teams distribute parallel for map(tofrom: u, shift) //~ plan=distribute(26:collapse(2)|28:none)
#line 25
  for (int i = 0; i < n; i++) {
#line 28
  #pragma clang diagnostic pop
#line 28
    u[i][0] = i;
  }
#line 29
  }
#line 29
  }
#line 30
}

/* What the statement reads the loop stores in the iteration before: regions would change the order. */
static void previous(double *x, double *y, int n) {
#line 34
  {
#line 34
    #pragma clang diagnostic push
#line 34
    #pragma clang diagnostic ignored "-Weverything"
#line 34
    int warpcc_holds = (__int128)n >= 33;
#line 34
    #pragma clang diagnostic pop
#line 34
    if (warpcc_holds) {
#line 34
  #pragma omp target teams distribute map(tofrom: x[0:n*n], y[0:n*n]) //~ plan=teams(j)
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      x[i * n] = y[i * n + 1] + t;
#line 38
      #pragma omp parallel for firstprivate(i)
#line 38
      for (int j = 1; j < n; j++)
        y[i * n + j] += x[i * n] * j;
    }
#line 40
    } else {
#line 40
    #pragma clang diagnostic push
#line 40
    #pragma clang diagnostic ignored "-Weverything"
#line 34
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n], y[0:n*n]) //~ plan=teams(j)
#line 35
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 2; t++) {
      x[i * n] = y[i * n + 1] + t;
      for (int j = 1; j < n; j++)
        y[i * n + j] += x[i * n] * j;
    }
#line 40
    #pragma clang diagnostic pop
#line 40
    }
#line 40
  }
#line 41
}

int main(void) {
  FILL(a, N * N);
  FILL(b, N * N);
  FILL(&u[0][0], M * M);
  FILL(shift, M);
  eliminate(a, 12);
  rows_and_ends(M, M);
  previous(a, b, N);
  SHOW(a, N * N);
  SHOW(b, N * N);
  SHOW(&u[0][0], M * M);
  return 0;
}
