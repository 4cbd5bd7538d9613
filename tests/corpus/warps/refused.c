/* Rows whose loop the lanes of a warp cannot share: they come through team memory, or stay. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 70, M = 64 };

/* A sum of signed integers may overflow in another order. */
static void signed_sum(const int (*restrict A)[M], int *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
  for (int i = 0; i < N; i++) {
    int s = 0;
    for (int j = 0; j < M; j++) s += A[i][j];
    y[i] = s;
  }
}

/* The place of the largest element goes with it. */
static void place(const double (*restrict A)[M], int *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
  for (int i = 0; i < N; i++) {
    double most = -1;
    int at = -1;
    for (int j = 0; j < M; j++) {
      const double own = A[i][j];
      if (own > most) {
        most = own;
        at = j;
      }
    }
    y[i] = at;
  }
}

/* The sum so far is used. */
static void prefix(const double (*restrict A)[M], double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
  for (int i = 0; i < N; i++) {
    double s = 0, t = 0;
    for (int j = 0; j < M; j++) {
      s += A[i][j];
      t += s * j;
    }
    y[i] = s + t;
  }
}

/* What the row begins with is read from memory: lanes would have to read it, too. */
static void begins(const int (*restrict A)[M], int *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(from: y[0:N]) //~ plan=rows(A)
  for (int i = 0; i < N; i++) {
    int least = A[i][0];
    for (int j = 1; j < M; j++) {
      const int own = A[i][j];
      if (own < least) least = own;
    }
    y[i] = least;
  }
}

/* A scalar that each row computes from memory is used along it. */
static void scaled(const double (*restrict A)[M], const double *restrict f, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:N], f[0:N]) map(from: y[0:N]) //~ plan=rows(A)
  for (int i = 0; i < N; i++) {
    const double factor = f[i];
    double s = 0;
    for (int j = 0; j < M; j++) s += A[i][j] * factor;
    y[i] = s;
  }
}

/* The loop stores. */
static void stored(const double (*restrict A)[M], double (*restrict B)[M], double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(from: y[0:N], B[0:N]) //~ plan=rows(A)
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j < M; j++) {
      s += A[i][j];
      B[i][j] = j;
    }
    y[i] = s;
  }
}

int main(void) {
  double(*A)[M] = malloc(sizeof(double) * N * M), (*B)[M] = malloc(sizeof(double) * N * M), f[N], y[N];
  int(*I)[M] = malloc(sizeof(int) * N * M), k[N];
  FILL(A[0], N * M);
  FILL(I[0], N * M);
  FILL(f, N);
  signed_sum(I, k);
  SHOW(k, N);
  place(A, k);
  SHOW(k, N);
  prefix(A, y);
  SHOW(y, N);
  begins(I, k);
  SHOW(k, N);
  scaled(A, f, y);
  SHOW(y, N);
  stored(A, B, y);
  SHOW(y, N);
  SHOW(B[0], N * M);
  return 0;
}
