/* warpcc-flags: -std=c11 */
/* Where the words of target teams loop stand apart, clang 19 makes less of them: one lane of each team works, and below target alone most
   iterations are lost on NVIDIA's devices. */
#include <math.h>

#include "../check.h"

enum { N = 960, M = 40 };
static double a[N * M], b[N * M];

static void lost(int n, double *restrict x, const double *restrict y) {
  #pragma omp target map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=combine WC114 !WC103 !WC112
  #pragma omp teams loop
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

static double lost_rows(int n, int m, double *restrict x, const double *restrict y) {
  double sum = 0;
  #pragma omp target map(tofrom: x[0:n*m], sum) map(to: y[0:n*m]) //~ plan=combine+collapse(2) WC114
  #pragma omp teams loop reduction(+: sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      x[i * m + j] = fabs(y[i * m + j]);
      sum += x[i * m + j];
    }
  return sum;
}

/* It has to stay, and nothing is made better that computes something else. */
static void lost_for_good(int n, int m, double *restrict x, const double *restrict y) {
  #pragma omp target map(tofrom: x[0:n*m]) map(to: y[0:n*m]) //~ plan=none WC114 !WC103
  #pragma omp teams loop bind(thread)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] += y[i * m + j];
}

/* Inside of a block. */
static void in_a_block(int n, int m, double *restrict x, const double *restrict y) {
  #pragma omp target map(tofrom: x[0:n*m]) map(to: y[0:n*m]) //~ WC114 plan=none
  {
    #pragma omp teams loop
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        x[i * m + j] += y[i * m + j];
  }
}

/* One lane of each team, and nothing lost. */
static void of_teams(int n, double *restrict x, const double *restrict y) {
  #pragma omp target teams map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=combine WC113 !WC114
  #pragma omp loop bind(teams)
  for (int i = 0; i < n; i++)
    x[i] += y[i];
  #pragma omp target map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=combine WC113 !WC114
  #pragma omp teams
  #pragma omp loop
  for (int i = 0; i < n; i++)
    x[i] -= 2 * y[i];
}

int main(void) {
  FILL(a, N * M);
  FILL(b, N * M);
  lost(N, a, b);
  lost(0, a, b);
  double sum[1] = {lost_rows(N, M, a, b) + lost_rows(3, 2, a, b)};
  in_a_block(N, M, a, b);
  of_teams(N * M, a, b);
  SHOW(sum, 1);
  SHOW(a, N * M);
  (void)lost_for_good;
  return 0;
}
