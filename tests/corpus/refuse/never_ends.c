/* warpcc-flags: -std=c11 */
/* Loops until a counter equals its end: where it begins behind the end, what is around it has to keep
   it from running. */
#include "../check.h"

enum { N = 40 };
static double a[N][N], b[N][N];

static void crossed(int n, int m, int end) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 2; j != end; j++)
        a[i][j] += b[k][j];
}

static void reordered(int m, int end) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(1) WC202
  for (int i = 0; i < m; i++)
    for (int j = 2; j != end; j++)
      a[j][i] = a[j][i] * 2 + i;
}

static void under_condition(int n, int end) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++)
    if (end > i)
      for (int j = 2; j != end; j++)
        b[i][j] += 1;
}

/* This one ends. */
static void known(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=interchange(i,j,k)+collapse(2)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 2; j != N; j++)
        a[i][j] += b[k][j];
}

/* A negative m is a large number as an unsigned one: the loop over k keeps j from running to it. */
static void overflowing(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m - 1; k++)
      for (int j = 1; j < (unsigned)m; j++)
        a[i][j] += b[k][j];
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  crossed(30, 20, 37);
  crossed(30, 0, 1);
  reordered(30, 37);
  under_condition(3, 37);
  under_condition(1, 0);
  known(30, 20);
  known(30, 0);
  overflowing(30, 20);
  overflowing(30, -1);
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  return 0;
}
