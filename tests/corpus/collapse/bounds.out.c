/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N + 1], b[N][N + 1], c[N][N + 1];

static void step_two(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 1; i < n; i += 2)
    for (int j = 0; j <= n; j += 2) //~ j=proved
      a[i][j] += 1;
}

static void descending(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)
  for (int i = n - 1; i >= 0; i--)
    for (int j = n; j > 0; --j) //~ j=proved
      b[i][j] += b[i][j] * 2 + j;
}

static void unequal(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) //~ plan=collapse(2)
  for (int i = 0; i != n; ++i)
    for (int j = 0; n > j; j = j + 1) //~ j=proved
      c[i][j] += i;
}

int main(void) {
  FILL(&a[0][0], N * (N + 1));
  FILL(&b[0][0], N * (N + 1));
  FILL(&c[0][0], N * (N + 1));
  step_two(N);
  descending(N);
  unequal(N);
  SHOW(&a[0][0], N * (N + 1));
  SHOW(&b[0][0], N * (N + 1));
  SHOW(&c[0][0], N * (N + 1));
  return 0;
}
