/* Rows that are accumulated into elements come through team memory. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 131, M = 75 };

static void sums(int n, int m, const double *A, const double *y, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], y[0:m]) map(tofrom: x[0:n]) //~ plan=scalar(j)+rows(A)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      x[i] += A[i * m + j] * y[j]; //~ A: sectors=8..32->8..9
  }
}

/* Two sums of one row, one of an array of the program. */
static void two(const float (*restrict A)[M], float *restrict x, int *restrict count) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(tofrom: x[0:N], count[0:N]) //~ plan=scalar(j)+rows(A)
  for (int i = 0; i < N; ++i) {
    x[i] = 1;
    for (int j = 0; j < M; ++j) {
      const float own = A[i][j];
      if (own > 3) count[i] = count[i] + 1;
      count[i] ^= j;
      x[i] = x[i] * 0.5f + own;
    }
    x[i] += count[i];
  }
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), x[N], y[M];
  float (*F)[M] = malloc(sizeof(float) * N * M), f[N];
  int count[N];
  FILL(A, N * M);
  FILL(x, N);
  FILL(y, M);
  FILL(F[0], N * M);
  FILL(f, N);
  FILL(count, N);
  sums(N, M, A, y, x);
  SHOW(x, N);
  sums(N, 31, A, y, x);
  SHOW(x, N);
  sums(N, 0, A, y, x);
  SHOW(x, N);
  two((const float (*)[M])F, f, count);
  SHOW(f, N);
  SHOW(count, N);
  return 0;
}
