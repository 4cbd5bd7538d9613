/* warpcc-flags: -std=c11 */
/* Loops that stay as they are: their other end is not sure, or the directive does not declare them parallel. */
#include "../check.h"

enum { N = 48 };
static double a[N][N], b[N][N], c[N][N];

/* Behind the greatest value of its type a counter has none. */
static void from_anywhere(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = n; i >= 0; i--)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] * 2 + i;
}

/* One more than a variable may be too large. */
static void down_to(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=teams(j) WC202
  for (int i = n - 1; i > m; i--)
    for (int j = 0; j <= i; j++)
      b[i][j] += j;
}

/* Every second row is another set of rows from below. */
static void twos(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none WC202
  for (int i = n - 1; i >= 0; i -= 2)
    for (int j = 0; j <= i; j++)
      c[i][j] += i;
}

/* Each row needs the one behind it: a loop inside keeps its direction. */
static void inside(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC205
  for (int k = 0; k < n; k++)
    for (int i = N - 2; i >= 0; i--)
      a[i][k] += a[i + 1][k];
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(&c[0][0], N * N);
  from_anywhere(N - 1);
  down_to(N, 2);
  twos(N);
  inside(N);
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  SHOW(&c[0][0], N * N);
  return 0;
}
