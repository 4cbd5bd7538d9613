/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
/* The teams have a pragma of their own, where a clause about them would have to stand. */
#include "../check.h"

enum { N = 700, M = 96 };
static int a[N * M], s[N];

static void sums(int n, int m, const int *restrict x, int *restrict y) {
  #pragma omp target teams map(to: x[0:n*m]) map(tofrom: y[0:n]) //~ plan=none WC211
  #pragma omp distribute parallel for num_threads(32)
  for (int i = 0; i < n; i++) {
    int t = 0;
    for (int j = 0; j < m; j++)
      t = t * 3 ^ x[i * m + j];
    y[i] += t;
  }
}

static void without(int n, int m, const int *restrict x, int *restrict y) {
  #pragma omp target teams map(to: x[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(x) WC109
  #pragma omp distribute parallel for
  for (int i = 0; i < n; i++) {
    int t = 0;
    for (int j = 0; j < m; j++)
      t = t * 3 ^ x[i * m + j];
    y[i] += t;
  }
}

int main(void) {
  FILL(a, N * M);
  sums(N, M, a, s);
  without(N, M, a, s);
  SHOW(s, N);
  return 0;
}
