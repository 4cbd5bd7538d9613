// warpcc-flags: -std=c++20
// What a comment behind an attribute says is no fact.
#include "../check.h"
enum { N = 40 };
static double a[N * N];

static void in_a_comment(int n, int m, int l, int ld) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = (__int128)ld >= (__int128)l; _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(3) map(tofrom: a)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++) {
        [[likely]] /* not assume(ld >= l) */
        a[i * N + j * ld + k] = a[i * N + j * ld + k] * 0.5 + k;
      } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: a)") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < l; k++) { [[likely]] a[i * N + j * ld + k] = a[i * N + j * ld + k] * 0.5 + k; } _Pragma("clang diagnostic pop") } }
}

int main() {
  FILL(a, N * N);
  in_a_comment(4, 6, 9, 3);
  SHOW(a, N * N);
  return 0;
}
