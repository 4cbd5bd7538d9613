/* warpcc-flags: -std=c11 */
/* A construct around the region maps a part of an array, which a region may use without naming it: a clause must not name the
   whole then. Other constructs may be around the calls of a function. */
#include "../check.h"

enum { N = 96, M = 80 };
static double d[N][M], out[N];

static void rows(void) {
  #pragma omp target teams distribute parallel for map(tofrom: out) //~ plan=none WC211
  for (int i = 10; i < 30; i++) {
    for (int j = 0; j < M; j++)
      d[i][j] += i;
    for (int j = 0; j < M; j++)
      out[i] += d[i][j];
  }
}

int main(void) {
  double *all = &d[0][0];
  FILL(all, N * M);
  #pragma omp target data map(tofrom: d[10:20])
  {
#line 24
    {
#line 24
    #pragma omp target data map(tofrom: out)
#line 24
    {
#line 24
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: out) //~ plan=distribute(26:collapse(2)|28:none)
    for (int i = 10; i < 30; i++) {
      for (int j = 0; j < M; j++)
        d[i][j] += i;
#line 28
    }
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 24
    #pragma omp target teams distribute parallel for map(tofrom: out) //~ plan=distribute(26:collapse(2)|28:none)
#line 25
    for (int i = 10; i < 30; i++) {
#line 28
    #pragma clang diagnostic pop
#line 28
      for (int j = 0; j < M; j++)
        out[i] += d[i][j];
    }
#line 30
    }
#line 30
    }
#line 31
  }
  SHOW(out, N);
  SHOW(all, N * M);
  #pragma omp target enter data map(to: d[10:20])
  rows();
  #pragma omp target exit data map(from: d[10:20])
  SHOW(out, N);
  SHOW(all, N * M);
  return 0;
}
