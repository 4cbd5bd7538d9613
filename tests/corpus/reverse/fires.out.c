/* warpcc-flags: -std=c11 */
/* Loops declared parallel count up in the place of down, so that triangles below them get boxes. */
#include "../check.h"

enum { N = 48 };
static double a[N][N], b[N][N], c[N][N];

static void lower(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+box(j)+reverse(i)
  for (int i = 0; i <= n - 1; i++)
    for (int j = 0; j <= n - 1; j++)
      if (j <= i) a[i][j] = a[i][j] * 2 + i;
}

/* The first row is that of number 1. */
static void upper(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+box(j)+reverse(i)
  for (int i = 1; i <= n - 2; i++) {
    for (int j = 1 + 1; j < n; j++) if (j >= i + 1) {
      b[i][j] += j;
      b[i][j] *= 2;
    }
  }
}

/* A definition between the loops goes along. */
static void scaled(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: a) //~ plan=collapse(2)+box(j)+reverse(i)+sink(30)
  for (int i = 2; i <= N - 1; i++) {
#line 31
    for (int j = 0; j < N - 1; j++)
      if (j < i) {
#line 30
      double x = a[i][0];
#line 32
      c[i][j] += x;
#line 32
    }
#line 33
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(&c[0][0], N * N);
  lower(N);
  upper(N - 3);
  scaled();
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  SHOW(&c[0][0], N * N);
  return 0;
}
