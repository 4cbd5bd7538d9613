/* warpcc-flags: -std=c11 */
/* Directives loop that stay as they are. */
#include "../check.h"

enum { N = 48 };
static double a[N * N], b[N * N];

/* Written as if one thread ran it, which is what clang does, and not what the directive says. */
static void shares_a_scalar(int n, double *restrict x, const double *restrict y) {
  double t;
  #pragma omp target map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=none WC104
  #pragma omp loop
  for (int i = 0; i < n; i++) {
    t = y[i];
    x[i] = t * t;
  }
}

static double carries_a_scalar(int n, const double *restrict y) {
  double total = 0;
  #pragma omp target map(tofrom: total) map(to: y[0:n]) //~ plan=none WC204
  #pragma omp loop
  for (int i = 0; i < n; i++)
    total += y[i];
  return total;
}

/* The clause binds the iterations to the threads that meet the directive. */
static void bound(int n, double *restrict x, const double *restrict y) {
  #pragma omp target map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=none WC211
  #pragma omp loop bind(thread)
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

static int last_value(int n, double *restrict x) {
  int i;
  #pragma omp target map(tofrom: x[0:n]) map(from: i) //~ plan=none WC211
  #pragma omp loop lastprivate(i)
  for (i = 0; i < n; i++)
    x[i] += 1;
  return i;
}

/* The words would have to stand in the middle of two pragmas. */
static void in_the_middle(int n, double *restrict x, const double *restrict y) {
  #pragma omp target map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=none
  #pragma omp parallel
  #pragma omp loop
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

/* It is as good as the combined directive, and there is nothing else to do. */
static void of_teams(int n, double *restrict x, const double *restrict y) {
  #pragma omp target teams loop map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=none WC103
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

/* The loop inside has a directive of its own. */
static void nested(int n, double *restrict x, const double *restrict y) {
  #pragma omp target teams loop map(tofrom: x[0:n*n]) map(to: y[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    #pragma omp loop
    for (int j = 0; j < n; j++)
      x[i * n + j] += y[i * n + j];
}

/* clang 19 reads target alone, and none of the clauses. */
#pragma clang diagnostic ignored "-Wextra-tokens"
static void in_one_pragma(void) {
  #pragma omp target loop map(tofrom: a, b) //~ plan=none WC107
  for (int i = 0; i < N * N; i++)
    a[i] += b[i];
}

int main(void) {
  FILL(a, N * N);
  FILL(b, N * N);
  shares_a_scalar(N, a, b);
  double results[2] = {carries_a_scalar(N, b), 0};
  bound(N * N, a, b);
  results[1] = last_value(N, a);
  in_the_middle(N * N, a, b);
  of_teams(N, a, b);
  nested(N, a, b);
  in_one_pragma();
  SHOW(results, 2);
  SHOW(a, N * N);
  return 0;
}
