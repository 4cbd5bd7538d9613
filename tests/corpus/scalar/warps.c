/* The lanes of a warp share rows that are accumulated into elements. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 131, M = 75 };

static void sums(int n, int m, const double *A, const double *y, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], y[0:m]) map(tofrom: x[0:n]) //~ plan=scalar(j)+warps(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i] += A[i * m + j] * y[j]; //~ A: sectors=8..32->8..9
}

/* A sum of an element and one of a variable. */
static void two(const float (*restrict A)[M], float *restrict x, unsigned *restrict z) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(tofrom: x[0:N], z[0:N]) //~ plan=scalar(j)+warps(j)
  for (int i = 0; i < N; ++i) {
    unsigned count = z[i];
    x[i] = 1;
    for (int j = 0; j < M; ++j) {
      x[i] += A[i][j];
      count += (unsigned)(i + j) % 7;
    }
    z[i] = count;
    x[i] = x[i] / 2;
  }
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), x[N], y[M];
  float (*F)[M] = malloc(sizeof(float) * N * M), f[N];
  unsigned z[N];
  FILL(A, N * M);
  FILL(x, N);
  FILL(y, M);
  FILL(F[0], N * M);
  FILL(f, N);
  FILL(z, N);
  sums(N, M, A, y, x);
  SHOW(x, N);
  sums(N, 63, A, y, x);
  SHOW(x, N);
  sums(N, 0, A, y, x);
  SHOW(x, N);
  two((const float (*)[M])F, f, z);
  SHOW(f, N);
  SHOW(z, N);
  return 0;
}
