/* warpcc-flags: -std=c11 */
/* Loops until a counter equals its end: where it begins behind the end, what is around it has to keep
   it from running. */
#include "../check.h"

enum { N = 40 };
static double a[N][N], b[N][N];

static void crossed(int n, int m, int end) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = (__int128)end >= 34;
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
#line 12
    #pragma omp parallel firstprivate(i)
#line 12
    for (int k = 0; k < m; k++)
#line 13
      #pragma omp for
#line 13
      for (int j = 2; j != end; j++)
        a[i][j] += b[k][j];
#line 14
    } else {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 11
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 2; j != end; j++)
        a[i][j] += b[k][j];
#line 14
    #pragma clang diagnostic pop
#line 14
    }
#line 14
  }
#line 15
}

static void reordered(int m, int end) {
#line 18
  {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 18
    int warpcc_holds = (__int128)m >= 90016;
#line 18
    #pragma clang diagnostic pop
#line 18
    if (warpcc_holds) {
#line 18
  #pragma omp target teams distribute parallel for collapse(1) map(tofrom: a) //~ plan=collapse(1) WC202
  for (int i = 0; i < m; i++)
    for (int j = 2; j != end; j++)
      a[j][i] = a[j][i] * 2 + i;
#line 21
    } else {
#line 21
    #pragma clang diagnostic push
#line 21
    #pragma clang diagnostic ignored "-Weverything"
#line 18
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(1) WC202
#line 19
  for (int i = 0; i < m; i++)
    for (int j = 2; j != end; j++)
      a[j][i] = a[j][i] * 2 + i;
#line 21
    #pragma clang diagnostic pop
#line 21
    }
#line 21
  }
#line 22
}

static void under_condition(int n, int end) {
#line 25
  {
#line 25
    #pragma clang diagnostic push
#line 25
    #pragma clang diagnostic ignored "-Weverything"
#line 25
    int warpcc_holds = (__int128)end >= 34;
#line 25
    #pragma clang diagnostic pop
#line 25
    if (warpcc_holds) {
#line 25
  #pragma omp target teams distribute map(tofrom: b) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++)
    if (end > i)
#line 28
      #pragma omp parallel for firstprivate(i)
#line 28
      for (int j = 2; j != end; j++)
        b[i][j] += 1;
#line 29
    } else {
#line 29
    #pragma clang diagnostic push
#line 29
    #pragma clang diagnostic ignored "-Weverything"
#line 25
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=teams(j) WC201
#line 26
  for (int i = 0; i < n; i++)
    if (end > i)
      for (int j = 2; j != end; j++)
        b[i][j] += 1;
#line 29
    #pragma clang diagnostic pop
#line 29
    }
#line 29
  }
#line 30
}

/* This one ends. */
static void known(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=interchange(i,j,k)+collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 2; j != N; j++)
      for (int k = 0; k < m; k++)
        a[i][j] += b[k][j];
}

/* A negative m is a large number as an unsigned one: the loop over k keeps j from running to it. */
static void overflowing(int n, int m) {
#line 43
  {
#line 43
    #pragma clang diagnostic push
#line 43
    #pragma clang diagnostic ignored "-Weverything"
#line 43
    int warpcc_holds = (__int128)m >= 33;
#line 43
    #pragma clang diagnostic pop
#line 43
    if (warpcc_holds) {
#line 43
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
#line 45
    #pragma omp parallel firstprivate(i)
#line 45
    for (int k = 0; k < m - 1; k++)
#line 46
      #pragma omp for
#line 46
      for (int j = 1; j < (unsigned)m; j++)
        a[i][j] += b[k][j];
#line 47
    } else {
#line 47
    #pragma clang diagnostic push
#line 47
    #pragma clang diagnostic ignored "-Weverything"
#line 43
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 44
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m - 1; k++)
      for (int j = 1; j < (unsigned)m; j++)
        a[i][j] += b[k][j];
#line 47
    #pragma clang diagnostic pop
#line 47
    }
#line 47
  }
#line 48
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
