/* Elements that the iterations of a block share go from one to the next in scalars. */
/* warpcc-flags: -O2 */
/* warpcc-tiles: on */
/* warpcc-scalars: on */
/* warpcc-unroll: on */
#include "../check.h"
enum { N = 1010, M = 1010 };

/* Three rows, two of which the iteration before had; the host tests whether the threads are enough. */
static void rows(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A) WC109
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      float sum = A[(i - 1)*m + j] + 2 * A[i*m + j] + A[(i + 1)*m + j]; /* a comment */
      sum += A[(i - 1)*m + j - 1] - A[(i + 1)*m + j - 1];
      B[i*m + j] = sum + A[i*m + j];
    }
}

/* The row between is no load: the second iteration's is loaded ahead. Counters of outside, up to the last one. */
static void gap(const double (*A)[M], double (*B)[M], int (*C)[M]) {
  int i, j;
  #pragma omp target teams distribute parallel for private(j) map(to: A[0:N]) map(tofrom: B[0:N], C[0:N]) //~ plan=collapse(2)+tile(i)+carry(A)
  for (i = 2; i <= N - 3; i++)
    for (j = 1; j < M - 1; j++) {
      B[i][j] += A[i - 2][j] + A[i + 1][j] + A[i][j - 1];
      if (A[i][j + 1] > A[i + 1][j + 1] && A[i][j] > 2) C[i][j]++;
    }
}

/* Two arrays, and the next rows alone. */
static void two(int n, int m, const short *A, const float *C, float *B) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], C[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A,C) WC109
  for (int i = 0; i < n - 3; i++)
    for (int j = 0; j < m; j++)
      B[i*m + j] = A[(i + 3)*m + j] * C[i*m + j] - A[i*m + j] * C[(i + 2)*m + j];
}

/* The subscripts have variables of the body. */
static void locals(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A) WC109
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      const int row = i*m, at = row + j;
      B[at] = A[at - m] + A[at + m];
    }
}

/* The program collapses the loops. */
static void collapsed(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=tile(i)+carry(A) WC109
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++) B[i*m + j] = A[(i - 1)*m + j] + A[i*m + j] + A[(i + 1)*m + j];
}

int main(void) {
  float *A = malloc(sizeof(float) * N * M), *B = malloc(sizeof(float) * N * M);
  double (*D)[M] = malloc(sizeof(double) * N * M), (*E)[M] = malloc(sizeof(double) * N * M);
  int (*C)[M] = malloc(sizeof(int) * N * M);
  short *S = malloc(sizeof(short) * N * M);
  FILL(A, N * M);
  FILL(B, N * M);
  FILL(D[0], N * M);
  FILL(E[0], N * M);
  FILL(C[0], N * M);
  FILL(S, N * M);
  rows(N, M, A, B);
  SHOW(B, N * M);
  rows(7, 11, A, B);
  SHOW(B, N * M);
  gap(D, E, C);
  SHOW(E[0], N * M);
  SHOW(C[0], N * M);
  two(N, M, S, A, B);
  SHOW(B, N * M);
  locals(N, M, A, B);
  SHOW(B, N * M);
  collapsed(N, M, A, B);
  SHOW(B, N * M);
  return 0;
}
