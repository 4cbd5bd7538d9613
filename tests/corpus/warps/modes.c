/* A pragma of the file takes back what options allow. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 70, M = 64 };

#pragma clang fp reassociate(off)

static void sum(const double (*restrict A)[M], double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j < M; j++) s += A[i][j];
    y[i] = s;
  }
}

int main(void) {
  double(*A)[M] = malloc(sizeof(double) * N * M), y[N];
  FILL(A[0], N * M);
  sum(A, y);
  SHOW(y, N);
  return 0;
}
