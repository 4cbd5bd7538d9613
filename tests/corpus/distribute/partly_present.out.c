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
    { _Pragma("omp target data map(tofrom: out)") { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: out)")
    for (int i = 10; i < 30; i++) {
      for (int j = 0; j < M; j++)
        d[i][j] += i;
      } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: out)") for (int i = 10; i < 30; i++) { _Pragma("clang diagnostic pop") for (int j = 0; j < M; j++)
        out[i] += d[i][j];
    } } }
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
