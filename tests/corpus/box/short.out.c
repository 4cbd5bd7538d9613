/* warpcc-flags: -std=c11 */
/* A box whose inner loop is short. */
#include "../check.h"

enum { N = 40 };

static long columns(int n, const int *restrict t) {
  long s = 0;
  #pragma omp target teams distribute parallel for collapse(2) map(to: t[0:n*3]) map(tofrom: s) reduction(+:s) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      if (j >= i) s += t[j * n];
  return s;
}

static long every_other(int n, const int *restrict t) {
  long s = 0;
  #pragma omp target teams loop collapse(2) map(to: t[0:n*3]) map(tofrom: s) reduction(+:s) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i += 2)
    for (int j = 0; 3 > j; j++)
      if (j >= i) s += t[j * n] + i;
  return s;
}

int main(void) {
  int t[N * 3];
  FILL(t, N * 3);
  for (int n = 0; n <= N; n += 8)
    printf("%ld %ld\n", columns(n, t), every_other(n, t));
}
