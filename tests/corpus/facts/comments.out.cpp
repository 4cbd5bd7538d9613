// warpcc-flags: -std=c++20
// What a comment behind an attribute says is no fact.
#include "../check.h"
enum { N = 40 };
static double a[N * N];

static void in_a_comment(int n, int m, int l, int ld) {
#line 8
  {
#line 8
    #pragma clang diagnostic push
#line 8
    #pragma clang diagnostic ignored "-Weverything"
#line 8
    int warpcc_holds = (__int128)ld >= (__int128)l;
#line 8
    #pragma clang diagnostic pop
#line 8
    if (warpcc_holds) {
#line 8
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a) //~ WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++) {
        [[likely]] /* not assume(ld >= l) */
        a[i * N + j * ld + k] = a[i * N + j * ld + k] * 0.5 + k;
      }
#line 14
    } else {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 8
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ WC109
#line 9
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++) {
        [[likely]] /* not assume(ld >= l) */
        a[i * N + j * ld + k] = a[i * N + j * ld + k] * 0.5 + k;
      }
#line 14
    #pragma clang diagnostic pop
#line 14
    }
#line 14
  }
#line 15
}

int main() {
  FILL(a, N * N);
  in_a_comment(4, 6, 9, 3);
  SHOW(a, N * N);
  return 0;
}
