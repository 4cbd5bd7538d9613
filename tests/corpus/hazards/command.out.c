/* warpcc-flags: -std=c11 -DHERE=__LINE__ -D NEXT=__COUNTER__ -DADDED(x)=((x)+HERE) -DTWO=2 */
/* Macros of the command line tell where they stand, too. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N * M];

static void definition(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    int k = ADDED(i);
    for (int j = 0; j < M; j++)
      x[i * M + j] += k;
  }
}

static void numbered(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    int k = NEXT;
    for (int j = 0; j < M; j++)
      x[i * M + j] += k + NEXT;
  }
}

static void plain(double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*M]) //~ plan=collapse(2)+sink(29) !WC211
  for (int i = 0; i < N; i++) {
#line 30
    for (int j = 0; j < M; j++) {
#line 29
      int k = TWO;
#line 31
      x[i * M + j] += k;
#line 31
    }
#line 32
  }
}

int main(void) {
  FILL(a, N * M);
  definition(a);
  numbered(a);
  plain(a);
  SHOW(a, N * M);
  return 0;
}
