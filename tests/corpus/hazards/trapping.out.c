/* warpcc-flags: -std=c11 -ftrapv */
/* An option has overflow end the program: no bound is computed before the launch that the program may never compute. */
#include <limits.h>

#include "../check.h"

enum { N = 48, HALF = N / 2 };
static double a[N][N];

static void sum_of_two(int n, int m) {
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = (__int128)m >= 31;
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
#line 13
    #pragma omp parallel for firstprivate(i)
#line 13
    for (int j = 0; j < m + 1; j++)
      a[i][j] += 1;
#line 14
    } else {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 12
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m + 1; j++)
      a[i][j] += 1;
#line 14
    #pragma clang diagnostic pop
#line 14
    }
#line 14
  }
#line 15
}

static void product(int n, int m, int k) {
#line 18
  {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 18
    int warpcc_holds = (__int128)m * k >= 32;
#line 18
    #pragma clang diagnostic pop
#line 18
    if (warpcc_holds) {
#line 18
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
#line 20
    #pragma omp parallel for firstprivate(i)
#line 20
    for (int j = 0; j < m * k; j++)
      a[i][j] += 2;
#line 21
    } else {
#line 21
    #pragma clang diagnostic push
#line 21
    #pragma clang diagnostic ignored "-Weverything"
#line 18
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 19
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m * k; j++)
      a[i][j] += 2;
#line 21
    #pragma clang diagnostic pop
#line 21
    }
#line 21
  }
#line 22
}

static void downward(int n, int m) {
#line 25
  {
#line 25
    #pragma clang diagnostic push
#line 25
    #pragma clang diagnostic ignored "-Weverything"
#line 25
    int warpcc_holds = (__int128)m >= 32;
#line 25
    #pragma clang diagnostic pop
#line 25
    if (warpcc_holds) {
#line 25
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
#line 27
    #pragma omp parallel for firstprivate(i)
#line 27
    for (int j = m - 1; j >= 0; j--)
      a[i][j] += 3;
#line 28
    } else {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 25
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 26
  for (int i = 0; i < n; i++)
    for (int j = m - 1; j >= 0; j--)
      a[i][j] += 3;
#line 28
    #pragma clang diagnostic pop
#line 28
    }
#line 28
  }
#line 29
}

static void triangle(int first, int n) {
#line 32
  {
#line 32
    #pragma clang diagnostic push
#line 32
    #pragma clang diagnostic ignored "-Weverything"
#line 32
    int warpcc_holds = (__int128)first + (__int128)n >= 63;
#line 32
    #pragma clang diagnostic pop
#line 32
    if (warpcc_holds) {
#line 32
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = first; i < n; i++)
#line 34
    #pragma omp parallel for firstprivate(i)
#line 34
    for (int j = 0; j <= i; j++)
      a[i][j] += 4;
#line 35
    } else {
#line 35
    #pragma clang diagnostic push
#line 35
    #pragma clang diagnostic ignored "-Weverything"
#line 32
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 33
  for (int i = first; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] += 4;
#line 35
    #pragma clang diagnostic pop
#line 35
    }
#line 35
  }
#line 36
}

static void from_one(int n, int m) {
#line 39
  {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Weverything"
#line 39
    int warpcc_holds = (__int128)m >= 33;
#line 39
    #pragma clang diagnostic pop
#line 39
    if (warpcc_holds) {
#line 39
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
#line 41
    #pragma omp parallel for firstprivate(i)
#line 41
    for (int j = 1; j < m; j++)
      a[i][j] += 5;
#line 42
    } else {
#line 42
    #pragma clang diagnostic push
#line 42
    #pragma clang diagnostic ignored "-Weverything"
#line 39
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 40
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] += 5;
#line 42
    #pragma clang diagnostic pop
#line 42
    }
#line 42
  }
#line 43
}

static void variables(int n, int low, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = low; j < m; j++)
      a[i][j] += 6;
}

static void numbers(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= HALF + 3; j += 2)
      a[i][j] += 7;
}

static void counted_as_written(int n, int m, int k) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a) //~ plan=collapse(3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m / 4 - 1; j++)
      for (int q = 0; q < k; q++)
        a[i][j * 4 + q] += 8;
}

int main(void) {
  FILL(&a[0][0], N * N);
  sum_of_two(0, INT_MAX);
  sum_of_two(N, N - 1);
  product(0, INT_MAX, 3);
  product(N, 4, 12);
  downward(0, INT_MIN);
  downward(N, N);
  triangle(3, INT_MIN);
  triangle(3, N);
  from_one(0, INT_MIN);
  from_one(N, N);
  variables(0, 1, INT_MIN);
  variables(N, 2, N);
  numbers(0);
  numbers(N);
  counted_as_written(N, N, 4);
  SHOW(&a[0][0], N * N);
  return 0;
}
