/* Blocks of the outermost collapsed loop: a thread finds its counters by divisions once for eight iterations. */
/* warpcc-flags: -O2 */
/* warpcc-tiles: on */
#include "../check.h"
enum { N = 1010, M = 1010 };

/* A stencil; the host tests whether the threads are enough. */
static void stencil(int n, int m, const float *restrict A, float *restrict B) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      B[i * m + j] = A[i * m + j - 1] + A[i * m + j + 1] + A[i * m + j - m] + A[i * m + j + m];
}

/* Numbers tell that they are enough, and the last block is not whole. */
static void numbers(const float (*restrict A)[M], float (*restrict B)[M]) {
  int i, j;
  #pragma omp target teams distribute parallel for private(j) map(to: A[0:N]) map(from: B[0:N]) //~ plan=collapse(2)+tile(i)
  for (i = 0; i <= N - 1; i++) {
    for (j = 0; j < M; j++) {
      float s = A[i][j] + A[0][j];
      if (s > 4) s -= 1; /* a comment */
      B[i][j] = s;
    }
  }
}

/* Too few iterations. */
static void few(const float (*restrict A)[M], float (*restrict B)[M]) {
  #pragma omp target teams distribute parallel for map(to: A[0:300]) map(tofrom: B[0:300]) //~ plan=collapse(2)
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < M; j++) B[i][j] += A[i][j];
}

/* The directive shares three loops. */
static void deeper(const float *restrict A, float *restrict B) {
  #pragma omp target teams distribute parallel for map(to: A[0:N*M]) map(tofrom: B[0:N*M]) //~ plan=collapse(3)+tile(i)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 250; j++)
      for (int k = 0; k < 4; k++) B[(i * 250 + j) * 4 + k] += A[(i * 250 + j) * 4 + k] * A[j];
}

int main(void) {
  float (*A)[M] = malloc(sizeof(float) * N * M), (*B)[M] = malloc(sizeof(float) * N * M);
  FILL(A[0], N * M);
  FILL(B[0], N * M);
  stencil(N, M, A[0], B[0]);
  SHOW(B[0], N * M);
  stencil(17, 9, A[0], B[0]);
  SHOW(B[0], N * M);
  few(A, B);
  SHOW(B[0], N * M);
  numbers(A, B);
  SHOW(B[0], N * M);
  deeper(A[0], B[0]);
  SHOW(B[0], N * M);
  return 0;
}
