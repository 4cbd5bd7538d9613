/* warpcc-flags: -std=c11 -ftrapv */
/* An option has overflow end the program: no bound is computed before the launch that the program may never compute. */
#include <limits.h>

#include "../check.h"

enum { N = 48, HALF = N / 2 };
static double a[N][N];

static void sum_of_two(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m + 1; j++)
      a[i][j] += 1;
}

static void product(int n, int m, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m * k; j++)
      a[i][j] += 2;
}

static void downward(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
    for (int j = m - 1; j >= 0; j--)
      a[i][j] += 3;
}

static void triangle(int first, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = first; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] += 4;
}

static void from_one(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] += 5;
}

static void variables(int n, int low, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = low; j < m; j++)
      a[i][j] += 6;
}

static void numbers(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 1; j <= HALF + 3; j += 2)
      a[i][j] += 7;
}

static void counted_as_written(int n, int m, int k) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(3)
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
