/* Loops along which a thread loads are unrolled further than clang does, where threads are few. */
/* warpcc-flags: -O2 */
/* warpcc-scalars: on */
/* warpcc-unroll: on */
#include "../check.h"
enum { N = 70, M = 40, MANY = 1 << 18 };

/* An element that is a scalar; how many threads there are is not known. */
static void elements(int n, int m, const double *A, const double *y, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], y[0:n]) map(tofrom: x[0:m]) //~ plan=scalar(j)+unroll(j)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      x[i] += A[j * m + i] * y[j];
}

/* A variable of the program's own, a loop that counts down, and a condition; few threads are known. */
static void variables(const double *A, const double *y, double *z) {
  #pragma omp target teams distribute parallel for map(to: A[0:N*M], y[0:N]) map(from: z[0:M]) //~ plan=unroll(j)
  for (int i = 0; i < M; i++) {
    double sum = 0, most = 0;
    for (int j = N - 1; j >= 0; j--) {
      if (y[j] > 1)
        sum += A[j * M + i] * y[j];
      most = A[j * M + i] > most ? A[j * M + i] : most; /* a comment */
    }
    z[i] = sum + most;
  }
}

/* Behind a collapse, with few threads; both loops of the body. */
static void product(const float (*A)[N], const float (*B)[M], float (*C)[M]) {
  #pragma omp target teams distribute parallel for map(to: A[0:M], B[0:N]) map(tofrom: C[0:M]) //~ plan=collapse(2)+scalar(k)+unroll(k)
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++) {
      C[i][j] *= 2;
      for (int k = 0; k < N; k++) { C[i][j] += A[i][k] * B[k][j]; }
    }
}

/* The ends follow a counter of outside; the text is in a branch. */
static void triangle(int m, const float *A, float *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:m*m]) map(tofrom: x[0:m]) //~ plan=scalar(j)+unroll(j)
  for (int i = 0; i < m; i++)
    if (i > 2)
      for (int j = i; j < m; j++) x[i] += A[j * m + i];
}

int main(void) {
  static double A[N * M], x[M], y[N], z[M];
  static float B[M][N], C[N][M], D[M][M], t[M];
  FILL(A, N * M); FILL(y, N); FILL(&B[0][0], M * N); FILL(&C[0][0], N * M);
  elements(N, M, A, y, x);
  elements(0, M, A, y, x);
  variables(A, y, z);
  product(B, C, D);
  triangle(M, &B[0][0], t);
  SHOW(x, M); SHOW(z, M); SHOW(&D[0][0], M * M); SHOW(t, M);
  return 0;
}
