/* Elements that the iterations of a block share go from one to the next in scalars. */
/* warpcc-flags: -O2 */
/* warpcc-tiles: on */
/* warpcc-scalars: on */
/* warpcc-unroll: on */
#include "../check.h"
enum { N = 1010, M = 1010 };

/* Three rows, two of which the iteration before had; the host tests whether the threads are enough. */
static void rows(int n, int m, const float *A, float *B) {
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + (__int128)2 * m + 540668;
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A) WC109
#line 12
  for (int warpcc_block = 1; warpcc_block < n - 1; warpcc_block += 8) {
#line 12
    for (int j = 1; j < m - 1; j++) {
#line 12
      if (n - 1 - warpcc_block >= 8) {
#line 12
        float warpcc_A_0 = A[(warpcc_block - 1) * m + j];
#line 12
        float warpcc_A_1 = A[warpcc_block * m + j];
#line 12
        float warpcc_A_3 = A[(warpcc_block - 1) * m + j - 1];
#line 12
        float warpcc_A_4 = A[(warpcc_block + 1 - 1) * m + j - 1];
#line 12
        #pragma clang loop unroll_count(8)
#line 12
        for (int i = warpcc_block; i < warpcc_block + 8; i++) {
#line 12
          float warpcc_A_2 = A[(i + 1) * m + j];
#line 12
          float warpcc_A_5 = A[(i + 1) * m + j - 1];
#line 14
          float sum = warpcc_A_0 + 2 * warpcc_A_1 + warpcc_A_2;
#line 15
          sum += warpcc_A_3 - warpcc_A_5;
#line 16
          B[i*m + j] = sum + warpcc_A_1;
#line 12
          warpcc_A_0 = warpcc_A_1;
#line 12
          warpcc_A_1 = warpcc_A_2;
#line 12
          warpcc_A_3 = warpcc_A_4;
#line 12
          warpcc_A_4 = warpcc_A_5;
#line 12
        }
#line 12
      } else {
#line 12
        for (int i = warpcc_block; i < n - 1; i++) {
#line 14
          float sum = A[(i - 1)*m + j] + 2 * A[i*m + j] + A[(i + 1)*m + j];
#line 15
          sum += A[(i - 1)*m + j - 1] - A[(i + 1)*m + j - 1];
#line 16
          B[i*m + j] = sum + A[i*m + j];
#line 12
        }
#line 12
      }
#line 12
    }
#line 12
  }
#line 17
    } else {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A) WC109
#line 12
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      float sum = A[(i - 1)*m + j] + 2 * A[i*m + j] + A[(i + 1)*m + j]; /* a comment */
      sum += A[(i - 1)*m + j - 1] - A[(i + 1)*m + j - 1];
      B[i*m + j] = sum + A[i*m + j];
    }
#line 17
    #pragma clang diagnostic pop
#line 17
    }
#line 17
  }
#line 18
}

/* The row between is no load: the second iteration's is loaded ahead. Counters of outside, up to the last one. */
static void gap(const double (*A)[M], double (*B)[M], int (*C)[M]) {
  int i, j;
  #pragma omp target teams distribute parallel for collapse(2) private(i) private(j) map(to: A[0:N]) map(tofrom: B[0:N], C[0:N]) //~ plan=collapse(2)+tile(i)+carry(A)
#line 24
  for (int warpcc_block = 2; warpcc_block <= N - 3; warpcc_block += 8) {
#line 24
    for (int j = 1; j < M - 1; j++) {
#line 24
      if (N - 3 - warpcc_block >= 7) {
#line 24
        double warpcc_A_0 = A[warpcc_block - 2][j];
#line 24
        double warpcc_A_1 = A[warpcc_block + 1 - 2][j];
#line 24
        double warpcc_A_2 = A[warpcc_block + 2 - 2][j];
#line 24
        double warpcc_A_4 = A[warpcc_block][j + 1];
#line 24
        #pragma clang loop unroll_count(8)
#line 24
        for (int i = warpcc_block; i <= warpcc_block + 7; i++) {
#line 24
          double warpcc_A_3 = A[i + 1][j];
#line 24
          double warpcc_A_5 = A[i + 1][j + 1];
#line 26
          B[i][j] += warpcc_A_0 + warpcc_A_3 + A[i][j - 1];
#line 27
          if (warpcc_A_4 > warpcc_A_5 && A[i][j] > 2) C[i][j]++;
#line 24
          warpcc_A_0 = warpcc_A_1;
#line 24
          warpcc_A_1 = warpcc_A_2;
#line 24
          warpcc_A_2 = warpcc_A_3;
#line 24
          warpcc_A_4 = warpcc_A_5;
#line 24
        }
#line 24
      } else {
#line 24
        for (int i = warpcc_block; i <= N - 3; i++) {
#line 26
          B[i][j] += A[i - 2][j] + A[i + 1][j] + A[i][j - 1];
#line 27
          if (A[i][j + 1] > A[i + 1][j + 1] && A[i][j] > 2) C[i][j]++;
#line 24
        }
#line 24
      }
#line 24
    }
#line 24
  }
#line 29
}

/* Two arrays, and the next rows alone. */
static void two(int n, int m, const short *A, const float *C, float *B) {
#line 33
  {
#line 33
    #pragma clang diagnostic push
#line 33
    #pragma clang diagnostic ignored "-Weverything"
#line 33
    int warpcc_holds = (__int128)n * m >= (__int128)3 * m + 540672;
#line 33
    #pragma clang diagnostic pop
#line 33
    if (warpcc_holds) {
#line 33
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m], C[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A,C) WC109
#line 34
  for (int warpcc_block = 0; warpcc_block < n - 3; warpcc_block += 8) {
#line 34
    for (int j = 0; j < m; j++) {
#line 34
      if (n - 3 - warpcc_block >= 8) {
#line 34
        float warpcc_C_0 = C[warpcc_block * m + j];
#line 34
        float warpcc_C_1 = C[(warpcc_block + 1) * m + j];
#line 34
        short warpcc_A_0 = A[warpcc_block * m + j];
#line 34
        short warpcc_A_1 = A[(warpcc_block + 1) * m + j];
#line 34
        short warpcc_A_2 = A[(warpcc_block + 2) * m + j];
#line 34
        #pragma clang loop unroll_count(8)
#line 34
        for (int i = warpcc_block; i < warpcc_block + 8; i++) {
#line 34
          float warpcc_C_2 = C[(i + 2) * m + j];
#line 34
          short warpcc_A_3 = A[(i + 3) * m + j];
#line 36
          B[i*m + j] = warpcc_A_3 * warpcc_C_0 - warpcc_A_0 * warpcc_C_2;
#line 34
          warpcc_C_0 = warpcc_C_1;
#line 34
          warpcc_C_1 = warpcc_C_2;
#line 34
          warpcc_A_0 = warpcc_A_1;
#line 34
          warpcc_A_1 = warpcc_A_2;
#line 34
          warpcc_A_2 = warpcc_A_3;
#line 34
        }
#line 34
      } else {
#line 34
        for (int i = warpcc_block; i < n - 3; i++) {
#line 36
          B[i*m + j] = A[(i + 3)*m + j] * C[i*m + j] - A[i*m + j] * C[(i + 2)*m + j];
#line 34
        }
#line 34
      }
#line 34
    }
#line 34
  }
#line 36
    } else {
#line 36
    #pragma clang diagnostic push
#line 36
    #pragma clang diagnostic ignored "-Weverything"
#line 33
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m], C[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A,C) WC109
#line 34
  for (int i = 0; i < n - 3; i++)
    for (int j = 0; j < m; j++)
      B[i*m + j] = A[(i + 3)*m + j] * C[i*m + j] - A[i*m + j] * C[(i + 2)*m + j];
#line 36
    #pragma clang diagnostic pop
#line 36
    }
#line 36
  }
#line 37
}

/* The subscripts have variables of the body. */
static void locals(int n, int m, const float *A, float *B) {
#line 41
  {
#line 41
    #pragma clang diagnostic push
#line 41
    #pragma clang diagnostic ignored "-Weverything"
#line 41
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + (__int128)2 * m + 540668;
#line 41
    #pragma clang diagnostic pop
#line 41
    if (warpcc_holds) {
#line 41
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A) WC109
#line 42
  for (int warpcc_block = 1; warpcc_block < n - 1; warpcc_block += 8) {
#line 42
    for (int j = 1; j < m - 1; j++) {
#line 42
      if (n - 1 - warpcc_block >= 8) {
#line 42
        float warpcc_A_0 = A[warpcc_block * m + j - m];
#line 42
        float warpcc_A_1 = A[(warpcc_block + 1) * m + j - m];
#line 42
        #pragma clang loop unroll_count(8)
#line 42
        for (int i = warpcc_block; i < warpcc_block + 8; i++) {
#line 42
          float warpcc_A_2 = A[i * m + j + m];
#line 44
          const int row = i*m, at = row + j;
#line 45
          B[at] = warpcc_A_0 + warpcc_A_2;
#line 42
          warpcc_A_0 = warpcc_A_1;
#line 42
          warpcc_A_1 = warpcc_A_2;
#line 42
        }
#line 42
      } else {
#line 42
        for (int i = warpcc_block; i < n - 1; i++) {
#line 44
          const int row = i*m, at = row + j;
#line 45
          B[at] = A[at - m] + A[at + m];
#line 42
        }
#line 42
      }
#line 42
    }
#line 42
  }
#line 46
    } else {
#line 46
    #pragma clang diagnostic push
#line 46
    #pragma clang diagnostic ignored "-Weverything"
#line 41
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i)+carry(A) WC109
#line 42
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      const int row = i*m, at = row + j;
      B[at] = A[at - m] + A[at + m];
    }
#line 46
    #pragma clang diagnostic pop
#line 46
    }
#line 46
  }
#line 47
}

/* The program collapses the loops. */
static void collapsed(int n, int m, const float *A, float *B) {
#line 51
  {
#line 51
    #pragma clang diagnostic push
#line 51
    #pragma clang diagnostic ignored "-Weverything"
#line 51
    int warpcc_holds = (__int128)n * m >= (__int128)2 * m + 540672;
#line 51
    #pragma clang diagnostic pop
#line 51
    if (warpcc_holds) {
#line 51
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=tile(i)+carry(A) WC109
#line 52
  for (int warpcc_block = 1; warpcc_block < n - 1; warpcc_block += 8) {
#line 52
    for (int j = 0; j < m; j++) {
#line 52
      if (n - 1 - warpcc_block >= 8) {
#line 52
        float warpcc_A_0 = A[(warpcc_block - 1) * m + j];
#line 52
        float warpcc_A_1 = A[warpcc_block * m + j];
#line 52
        #pragma clang loop unroll_count(8)
#line 52
        for (int i = warpcc_block; i < warpcc_block + 8; i++) {
#line 52
          float warpcc_A_2 = A[(i + 1) * m + j];
#line 53
          B[i*m + j] = warpcc_A_0 + warpcc_A_1 + warpcc_A_2;
#line 52
          warpcc_A_0 = warpcc_A_1;
#line 52
          warpcc_A_1 = warpcc_A_2;
#line 52
        }
#line 52
      } else {
#line 52
        for (int i = warpcc_block; i < n - 1; i++) {
#line 53
          B[i*m + j] = A[(i - 1)*m + j] + A[i*m + j] + A[(i + 1)*m + j];
#line 52
        }
#line 52
      }
#line 52
    }
#line 52
  }
#line 53
    } else {
#line 53
    #pragma clang diagnostic push
#line 53
    #pragma clang diagnostic ignored "-Weverything"
#line 51
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=tile(i)+carry(A) WC109
#line 52
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++) B[i*m + j] = A[(i - 1)*m + j] + A[i*m + j] + A[(i + 1)*m + j];
#line 53
    #pragma clang diagnostic pop
#line 53
    }
#line 53
  }
#line 54
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
