/* warpcc-flags: -std=c++17 */
/* A default argument tells where the call stands: what stands on the line of an edit may not move. */
#include "../check.h"

enum { N = 40, M = 48 };
static double a[N * M];

static inline int line(int i, int at = __builtin_LINE()) { return i + at; }
static inline int column(int i, int at = __builtin_COLUMN()) { return i + at; }

static void definition(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none
  for (int i = 0; i < N; i++) {
    int k = line(i);
    for (int j = 0; j < M; j++)
      x[i * M + j] += k;
  }
}

static void behind(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M]) //~ plan=none
  for (int i = 0; i < N; i++) for (int j = 0; j <= i; j++) x[i * M + j] += column(i);
}

int main() {
  FILL(a, N * M);
  definition(a);
  behind(a);
  SHOW(a, N * M);
  return 0;
}
