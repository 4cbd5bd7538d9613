/* warpcc-flags: -std=c11 */
/* Loops that stay as they are: their other end is not sure, or the directive does not declare them parallel. */
#include "../check.h"

enum { N = 48 };
static double a[N][N], b[N][N], c[N][N];

/* Behind the greatest value of its type a counter has none. */
static void from_anywhere(int n) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = (__int128)n >= 62;
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = n; i >= 0; i--)
#line 12
    #pragma omp parallel for firstprivate(i)
#line 12
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] * 2 + i;
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 11
  for (int i = n; i >= 0; i--)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] * 2 + i;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

/* One more than a variable may be too large. */
static void down_to(int n, int m) {
#line 18
  {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 18
    int warpcc_holds = (__int128)n + (__int128)m >= 62;
#line 18
    #pragma clang diagnostic pop
#line 18
    if (warpcc_holds) {
#line 18
  #pragma omp target teams distribute map(tofrom: b) //~ plan=teams(j) WC202
  for (int i = n - 1; i > m; i--)
#line 20
    #pragma omp parallel for firstprivate(i)
#line 20
    for (int j = 0; j <= i; j++)
      b[i][j] += j;
#line 21
    } else {
#line 21
    #pragma clang diagnostic push
#line 21
    #pragma clang diagnostic ignored "-Weverything"
#line 18
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=teams(j) WC202
#line 19
  for (int i = n - 1; i > m; i--)
    for (int j = 0; j <= i; j++)
      b[i][j] += j;
#line 21
    #pragma clang diagnostic pop
#line 21
    }
#line 21
  }
#line 22
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
