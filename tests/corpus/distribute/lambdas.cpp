// warpcc-flags: -std=c++17
// clang 19 loses what a lambda captures in a `target data` construct, which these changes would write.
#include "../check.h"

enum { N = 48 };
static double a[N * N], b[N];

static void parts(int n, double *__restrict p, double *__restrict q) {
  auto run = [=] {
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n*n]) map(tofrom: q[0:n]) //~ plan=teams(j)
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        p[i * n + j] += i;
      q[i] = 2 * i;
    }
  };
  run();
}

static void tested(int n, double *to, const double *from) {
  auto run = [&] {
    #pragma omp target teams distribute parallel for //~ plan=none
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        to[i * n + j] += from[j];
  };
  run();
}

/* The same outside. */
static void outside(int n, double *__restrict p, double *__restrict q) {
  #pragma omp target teams distribute parallel for map(tofrom: p[0:n*n]) map(tofrom: q[0:n]) //~ plan=distribute(34:collapse(2)|36:none)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      p[i * n + j] += i;
    q[i] = 2 * i;
  }
}

int main() {
  FILL(a, N * N);
  FILL(b, N);
  parts(N, a, b);
  #pragma omp target data map(tofrom: a, b)
  tested(N, a, b);
  outside(N, a, b);
  SHOW(a, N * N);
  SHOW(b, N);
  return 0;
}
