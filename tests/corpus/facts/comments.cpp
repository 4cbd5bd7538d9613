// warpcc-flags: -std=c++20
// What a comment behind an attribute says is no fact.
#include "../check.h"
enum { N = 40 };
static double a[N * N];

static void in_a_comment(int n, int m, int l, int ld) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++) {
        [[likely]] /* not assume(ld >= l) */
        a[i * N + j * ld + k] = a[i * N + j * ld + k] * 0.5 + k;
      }
}

int main() {
  FILL(a, N * N);
  in_a_comment(4, 6, 9, 3);
  SHOW(a, N * N);
  return 0;
}
