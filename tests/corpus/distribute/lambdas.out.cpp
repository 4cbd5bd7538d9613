// warpcc-flags: -std=c++17
// clang 19 loses what a lambda captures in a `target data` construct, which these changes would write.
#include "../check.h"

enum { N = 48 };
static double a[N * N], b[N];

static void parts(int n, double *__restrict p, double *__restrict q) {
  auto run = [=] {
#line 10
    {
#line 10
      #pragma clang diagnostic push
#line 10
      #pragma clang diagnostic ignored "-Weverything"
#line 10
      int warpcc_holds = (__int128)n >= 32;
#line 10
      #pragma clang diagnostic pop
#line 10
      if (warpcc_holds) {
#line 10
    #pragma omp target teams distribute map(tofrom: p[0:n*n]) map(tofrom: q[0:n]) //~ plan=teams(j)
    for (int i = 0; i < n; i++) {
#line 12
      #pragma omp parallel for firstprivate(i)
#line 12
      for (int j = 0; j < n; j++)
        p[i * n + j] += i;
      q[i] = 2 * i;
    }
#line 15
      } else {
#line 15
      #pragma clang diagnostic push
#line 15
      #pragma clang diagnostic ignored "-Weverything"
#line 10
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n*n]) map(tofrom: q[0:n]) //~ plan=teams(j)
#line 11
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        p[i * n + j] += i;
      q[i] = 2 * i;
    }
#line 15
      #pragma clang diagnostic pop
#line 15
      }
#line 15
    }
#line 16
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
#line 32
  {
#line 32
  #pragma omp target data map(tofrom: p[0:n*n]) map(tofrom: q[0:n])
#line 32
  {
#line 32
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: p[0:n*n]) map(tofrom: q[0:n]) //~ plan=distribute(34:collapse(2)|36:none)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      p[i * n + j] += i;
#line 36
  }
#line 36
  #pragma clang diagnostic push
#line 36
  #pragma clang diagnostic ignored "-Weverything"
#line 32
  #pragma omp target teams distribute parallel for map(tofrom: p[0:n*n]) map(tofrom: q[0:n]) //~ plan=distribute(34:collapse(2)|36:none)
#line 33
  for (int i = 0; i < n; i++) {
#line 36
  #pragma clang diagnostic pop
#line 36
    q[i] = 2 * i;
  }
#line 37
  }
#line 37
  }
#line 38
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
