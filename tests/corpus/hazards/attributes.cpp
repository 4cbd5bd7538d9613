// warpcc-flags: -std=c++20
// Directives that are attributes are no pragmas, and directives all the same.
#include "../check.h"

enum { N = 64 };
static double a[N][N], s[1];

static void inner(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none WC404
  for (int i = 0; i < n; i++) {
    [[omp::directive(parallel for)]] for (int j = 0; j < n; j++)
      a[j][i] += i;
  }
}

static void alone(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC404
  for (int i = 0; i < n; i++) {
    [[using omp: sequence(directive(simd))]] for (int j = 0; j < n; j++)
      a[i][j] += i;
  }
}

static void together(int n) {
  #pragma omp target parallel for map(tofrom: a, s) //~ plan=none WC404
  for (int i = 0; i < n; i++) {
    a[i][0] += 1;
    [[omp::directive(atomic)]] s[0] += a[i][0];
  }
}

#define ATOMIC [[omp::directive(atomic)]]

static void by_macro(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: s) //~ plan=none WC404
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      ATOMIC s[0] += 1;
    }
}

static void row(int i, int n) {
  [[omp::directive(parallel for)]] for (int j = 0; j < n; j++)
    a[j][i] += i;
}

static void by_call(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none WC404
  for (int i = 0; i < n; i++)
    row(i, n);
}

int main() {
  double *all = &a[0][0];
  FILL(all, N * N);
  inner(N);
  alone(N);
  together(N);
  by_macro(N);
  by_call(N);
  SHOW(all, N * N);
  SHOW(s, 1);
  return 0;
}
