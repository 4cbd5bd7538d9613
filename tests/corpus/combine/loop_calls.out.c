/* warpcc-flags: -std=c11 */
/* A teams loop that calls a function: clang 19 has one lane of each team run its iterations. What is called is known. */
#include <math.h>

#include "../check.h"

enum { N = 640, M = 96 };
static double a[N * M], b[N * M], s[N];

static double half(double x) { return x / 2; }

static inline int offset(int i, int m) {
  int at = 0;
  for (int k = 0; k < i % 3; k++)
    at += m;
  return at;
}

static void of_the_library(int n, double *restrict x, const double *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=combine WC113 !WC103 !WC106
  for (int i = 0; i < n; i++)
    x[i] += fabs(y[i]);
}

/* The loop over the lanes is not the one as written, and the clauses say what is so anyway. */
static void collapsed(int n, int m, double *restrict x, const double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2)   map(tofrom: x[0:n*m]) map(to: y[0:n*m]) //~ plan=combine+collapse(2) WC113
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] -= half(y[i * m + j]);
}

static double summed(int n, const double *restrict x) {
  double total = 0;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: x[0:n]) map(tofrom: total) //~ plan=combine WC113
  for (int i = 0; i < n; i++)
    total += floor(x[i]);
  return total;
}

/* A function with statements of its own, and a call in the header alone. */
static void looked_into(int n, double *restrict x) {
  int m = 2;
  double t;
  #pragma omp target teams distribute parallel for private(t) map(tofrom: x[0:n]) //~ plan=combine WC113
  for (int i = 0; i < n; i++) {
    t = offset(i, m);
    x[i] += t;
  }
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) //~ plan=combine WC113
  for (int i = 0; i < (int)half(2 * n); i++)
    x[i] *= 2;
}

/* The compiler's own functions count, even where nothing is evaluated. */
static void known_to_the_compiler(int n, int *restrict x, const unsigned *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) map(to: y[0:n]) //~ plan=combine WC113
  for (int i = 0; i < n; i++)
    x[i] += __builtin_popcount(y[i]);
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) //~ plan=combine WC113
  for (int i = 0; i < n; i++)
    x[i] -= (int)sizeof(half(1));
}

/* What has no call is lowered as the combined directive. */
static void without(int n, double *restrict x) {
  #pragma omp target teams loop map(tofrom: x[0:n]) //~ plan=none !WC113 WC103
  for (int i = 0; i < n; i++)
    x[i] += (int)sizeof(double);
}

int main(void) {
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(s, N);
  of_the_library(N * M, a, b);
  of_the_library(0, a, b);
  collapsed(N, M, a, b);
  collapsed(1, 3, a, b);
  double total[1] = {summed(N, s) + summed(0, s) + summed(1, s)};
  looked_into(N * M, a);
  looked_into(33, s);
  without(N, a);
  static int x[N];
  static unsigned y[N];
  for (int i = 0; i < N; i++) {
    x[i] = i % 7;
    y[i] = (unsigned)i * 2654435761u;
  }
  known_to_the_compiler(N, x, y);
  SHOW(x, N);
  SHOW(total, 1);
  SHOW(a, N * M);
  SHOW(s, N);
  return 0;
}
