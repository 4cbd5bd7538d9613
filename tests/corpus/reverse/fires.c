/* warpcc-flags: -std=c11 */
/* Loops declared parallel count up in the place of down, so that triangles below them get boxes. */
#include "../check.h"

enum { N = 48 };
static double a[N][N], b[N][N], c[N][N];

static void lower(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+box(j)+reverse(i)
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] * 2 + i;
}

/* The first row is that of number 1. */
static void upper(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+box(j)+reverse(i)
  for (int i = n - 2; i > 0; i -= 1) {
    for (int j = i + 1; j < n; j++) {
      b[i][j] += j;
      b[i][j] *= 2;
    }
  }
}

/* A definition between the loops goes along. */
static void scaled(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a) //~ plan=collapse(2)+box(j)+reverse(i)+sink(30)
  for (int i = N - 1; i >= 2; --i) {
    double x = a[i][0];
    for (int j = 0; j < i; j++)
      c[i][j] += x;
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
