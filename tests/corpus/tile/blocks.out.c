/* Blocks of the outermost collapsed loop: a thread finds its counters by divisions once for eight iterations. */
/* warpcc-flags: -O2 */
/* warpcc-tiles: on */
#include "../check.h"
enum { N = 1010, M = 1010 };

/* A stencil; the host tests whether the threads are enough. */
static void stencil(int n, int m, const float *restrict A, float *restrict B) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + (__int128)2 * m + 540668;
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 10
  for (int warpcc_block = 1; warpcc_block < n - 1; warpcc_block += 8) {
#line 10
    for (int j = 1; j < m - 1; j++) {
#line 10
      for (int i = warpcc_block; i < (n - 1 - warpcc_block >= 8 ? warpcc_block + 8 : n - 1); i++) {
#line 12
        B[i * m + j] = A[i * m + j - 1] + A[i * m + j + 1] + A[i * m + j - m] + A[i * m + j + m];
#line 10
      }
#line 10
    }
#line 10
  }
#line 12
    } else {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 10
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      B[i * m + j] = A[i * m + j - 1] + A[i * m + j + 1] + A[i * m + j - m] + A[i * m + j + m];
#line 12
    #pragma clang diagnostic pop
#line 12
    }
#line 12
  }
#line 13
}

/* Numbers tell that they are enough, and the last block is not whole. */
static void numbers(const float (*restrict A)[M], float (*restrict B)[M]) {
  int i, j;
  #pragma omp target teams distribute parallel for collapse(2) private(i) private(j) map(to: A[0:N]) map(from: B[0:N]) //~ plan=collapse(2)+tile(i)
#line 19
  for (int warpcc_block = 0; warpcc_block <= N - 1; warpcc_block += 8) {
#line 19
    for (int j = 0; j < 1010; j++) {
#line 19
      for (int i = warpcc_block; i <= (N - 1 - warpcc_block >= 7 ? warpcc_block + 7 : N - 1); i++) {
#line 21
        float s = A[i][j] + A[0][j];
#line 22
        if (s > 4) s -= 1;
#line 23
        B[i][j] = s;
#line 19
      }
#line 19
    }
#line 19
  }
#line 26
}

/* Too few iterations. */
static void few(const float (*restrict A)[M], float (*restrict B)[M]) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:300]) map(tofrom: B[0:300]) //~ plan=collapse(2)
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < M; j++) B[i][j] += A[i][j];
}

/* The directive shares three loops. */
static void deeper(const float *restrict A, float *restrict B) {
  #pragma omp target teams distribute parallel for collapse(3) map(to: A[0:N*M]) map(tofrom: B[0:N*M]) //~ plan=collapse(3)+tile(i)
#line 38
  for (int warpcc_block = 0; warpcc_block < 1010; warpcc_block += 8) {
#line 38
    for (int j = 0; j < 250; j++) {
#line 38
      for (int k = 0; k < 4; k++) {
#line 38
        for (int i = warpcc_block; i < (1010 - warpcc_block >= 8 ? warpcc_block + 8 : 1010); i++) {
#line 40
          B[(i * 250 + j) * 4 + k] += A[(i * 250 + j) * 4 + k] * A[j];
#line 38
        }
#line 38
      }
#line 38
    }
#line 38
  }
#line 41
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
