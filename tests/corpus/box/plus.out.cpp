/* warpcc-flags: -std=c++17 */
/* In C++ a comparison is a bool: the condition that a box puts says the same as in C. */
#include "../check.h"

constexpr int N = 48;
static double a[N][N];

static void lower() {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= N - 1; j++)
      if (j <= i) a[i][j] = a[i][j] * 2 + i;
}

int main() {
  FILL(&a[0][0], N * N);
  lower();
  SHOW(&a[0][0], N * N);
  return 0;
}
