// warpcc-flags: -std=c++20
// Attributes that are no directives say nothing of threads.
#include "../check.h"

enum { N = 64 };
static double a[N][N];

[[maybe_unused]] static void plain(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (a[i][j] > 3) [[likely]]
        a[i][j] += i;
    }
}

int main() {
  double *all = &a[0][0];
  FILL(all, N * N);
  plain(N);
  SHOW(all, N * N);
  return 0;
}
