/* The lanes of a warp share the loop along a row, where the order of its sums does not matter. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 83, M = 75 };

/* Options allow any order of floating values. */
static void product(int n, int m, const double *restrict A, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=warps(j) WC109
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += A[i * m + j] * x[j]; //~ A: sectors=8..32->8..9 x: sectors=1->8
    y[i] = s;
  }
}

/* Several sums, one behind a condition; what a row begins with, and what stands behind its loop, runs once. */
static void several(const float (*restrict A)[M], float *restrict y, unsigned *restrict z) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(tofrom: y[0:N], z[0:N]) //~ plan=warps(j)
  for (int i = 0; i <= N - 1; i++) {
    float sum = y[i], product = 1;
    const int odd = i % 2;
    unsigned mixed = z[i];
    for (int j = 1; j <= M - 1; ++j) {
      const float own = A[i][j];
      if (own > 2) sum -= own;
      if (j < 4)
        product *= own + 1; /* a comment */
      mixed ^= (unsigned)(j * 5 + odd);
    }
    y[i] = sum + product;
    z[i] = mixed;
  }
}

/* Integers have no order that matters, but for overflow: bits, extremes, and sums that wrap. */
static void integers(int n, int m, const int *restrict A, const unsigned *restrict U, int *restrict y, unsigned *restrict z) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], U[0:n*m]) map(from: y[0:n], z[0:n]) //~ plan=warps(j)
  for (int i = 0; i < n; i++) {
    int most = -1000, least = 1000, bits = 0, all = 255;
    unsigned total = 0;
    for (int j = 0; j < m; j++) {
      if (A[i * m + j] > most) most = A[i * m + j];
      least = A[i * m + j] < least ? A[i * m + j] : least;
      bits |= A[i * m + j];
      all &= A[i * m + j] | 16;
      total += U[i * m + j] * 3;
    }
    y[i] = most - least + bits + all;
    z[i] = total;
  }
}

/* Counters of 64 bits reach no end of their type. */
static void wide(long n, long m, const double *restrict A, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
  for (long i = 0; i < n; i++) {
    double s = 0;
    for (long j = 0; j < m; j++) s += A[i * m + j] / 2;
    y[i] = s;
  }
}

/* What stands behind the loop runs once for a row, an atomic update too. */
static void counted(int n, int m, const double *restrict A, double *restrict y, int *restrict count) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) map(tofrom: count[0:1]) //~ plan=warps(j) WC109
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
    if (i % 3 == 0) {
      #pragma omp atomic update
      count[0] += i + 1;
    }
  }
}

int main(void) {
  double *A = malloc(sizeof(double) * 2 * N * M), x[M], y[N];
  float(*F)[M] = malloc(sizeof(float) * N * M), f[N];
  int *I = malloc(sizeof(int) * N * M), k[N];
  unsigned *U = malloc(sizeof(unsigned) * N * M), z[N];
  FILL(A, 2 * N * M);
  FILL(x, M);
  FILL(F[0], N * M);
  FILL(f, N);
  FILL(I, N * M);
  FILL(U, N * M);
  FILL(z, N);
  product(N, M, A, x, y);
  SHOW(y, N);
  product(16, 31, A, x, y);
  SHOW(y, N);
  product(17, 0, A, x, y);
  SHOW(y, 17);
  int count = 0;
  counted(N, M, A, y, &count);
  SHOW(y, N);
  counted(16, 31, A, y, &count);
  printf("%d\n", count);
  several(F, f, z);
  SHOW(f, N);
  SHOW(z, N);
  integers(N, M, I, U, k, z);
  SHOW(k, N);
  SHOW(z, N);
  wide(N, M, A, y);
  SHOW(y, N);
  return 0;
}
