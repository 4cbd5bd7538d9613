/* Elements that each iteration of a block loads for itself. */
/* warpcc-flags: -O2 */
/* warpcc-tiles: on */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 1010, M = 1010 };

/* The array is stored to, elsewhere. */
static void stored(int n, int m, float *A) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + (__int128)2 * m + 540668;
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: A[0:2*n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 11
  for (int warpcc_block = 1; warpcc_block < n - 1; warpcc_block += 8) {
#line 11
    for (int j = 1; j < m - 1; j++) {
#line 11
      for (int i = warpcc_block; i < (n - 1 - warpcc_block >= 8 ? warpcc_block + 8 : n - 1); i++) {
#line 13
        A[(n + i)*m + j] = A[(i - 1)*m + j] + A[(i + 1)*m + j];
#line 11
      }
#line 11
    }
#line 11
  }
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: A[0:2*n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 11
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      A[(n + i)*m + j] = A[(i - 1)*m + j] + A[(i + 1)*m + j];
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

/* What is behind a condition is loaded where it was. */
static void guarded(int n, int m, const float *A, float *B) {
#line 18
  {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 18
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + (__int128)2 * m + 540668;
#line 18
    #pragma clang diagnostic pop
#line 18
    if (warpcc_holds) {
#line 18
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 19
  for (int warpcc_block = 1; warpcc_block < n - 1; warpcc_block += 8) {
#line 19
    for (int j = 1; j < m - 1; j++) {
#line 19
      for (int i = warpcc_block; i < (n - 1 - warpcc_block >= 8 ? warpcc_block + 8 : n - 1); i++) {
#line 21
        B[i*m + j] = A[i*m + j];
#line 22
        if (B[i*m + j] > 3) B[i*m + j] += A[(i + 1)*m + j];
#line 19
      }
#line 19
    }
#line 19
  }
#line 23
    } else {
#line 23
    #pragma clang diagnostic push
#line 23
    #pragma clang diagnostic ignored "-Weverything"
#line 18
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 19
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      B[i*m + j] = A[i*m + j];
      if (B[i*m + j] > 3) B[i*m + j] += A[(i + 1)*m + j];
    }
#line 23
    #pragma clang diagnostic pop
#line 23
    }
#line 23
  }
#line 24
}

/* A variable of the subscripts changes. */
static void changing(int n, int m, const float *A, float *B) {
#line 28
  {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 28
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + (__int128)2 * m + 540668;
#line 28
    #pragma clang diagnostic pop
#line 28
    if (warpcc_holds) {
#line 28
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 29
  for (int warpcc_block = 1; warpcc_block < n - 1; warpcc_block += 8) {
#line 29
    for (int j = 1; j < m - 1; j++) {
#line 29
      for (int i = warpcc_block; i < (n - 1 - warpcc_block >= 8 ? warpcc_block + 8 : n - 1); i++) {
#line 31
        int at = (i - 1)*m + j;
#line 32
        float above = A[at];
#line 33
        at += 2*m;
#line 34
        B[i*m + j] = above + A[at];
#line 29
      }
#line 29
    }
#line 29
  }
#line 35
    } else {
#line 35
    #pragma clang diagnostic push
#line 35
    #pragma clang diagnostic ignored "-Weverything"
#line 28
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 29
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      int at = (i - 1)*m + j;
      float above = A[at];
      at += 2*m;
      B[i*m + j] = above + A[at];
    }
#line 35
    #pragma clang diagnostic pop
#line 35
    }
#line 35
  }
#line 36
}

/* A block is shorter than the way from one load to the other. */
static void far(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n - 9; i++)
    for (int j = 0; j < m; j++) B[i*m + j] = A[i*m + j] + A[(i + 9)*m + j];
}

/* A macro writes the elements. */
#define AT(i, j) A[(i)*m + (j)]
static void macro(int n, int m, const float *A, float *B) {
#line 48
  {
#line 48
    #pragma clang diagnostic push
#line 48
    #pragma clang diagnostic ignored "-Weverything"
#line 48
    int warpcc_holds = (__int128)n * m >= (__int128)2 * n + (__int128)2 * m + 540668;
#line 48
    #pragma clang diagnostic pop
#line 48
    if (warpcc_holds) {
#line 48
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 49
  for (int warpcc_block = 1; warpcc_block < n - 1; warpcc_block += 8) {
#line 49
    for (int j = 1; j < m - 1; j++) {
#line 49
      for (int i = warpcc_block; i < (n - 1 - warpcc_block >= 8 ? warpcc_block + 8 : n - 1); i++) {
#line 50
        B[i*m + j] = AT(i - 1, j) + AT(i + 1, j);
#line 49
      }
#line 49
    }
#line 49
  }
#line 50
    } else {
#line 50
    #pragma clang diagnostic push
#line 50
    #pragma clang diagnostic ignored "-Weverything"
#line 48
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
#line 49
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) B[i*m + j] = AT(i - 1, j) + AT(i + 1, j);
#line 50
    #pragma clang diagnostic pop
#line 50
    }
#line 50
  }
#line 51
}

/* What is accumulated would be so in another order. */
static float summed(int n, int m, const float *A, float *B) {
  float most = 0;
  #pragma omp target teams distribute parallel for collapse(2) reduction(+: most) map(to: A[0:n*m]) map(tofrom: B[0:n*m], most)
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++) {
      B[i*m + j] = A[(i - 1)*m + j] + A[i*m + j] + A[(i + 1)*m + j];
      most += B[i*m + j];
    }
  return most;
}

/* A call observes which thread runs an iteration. */
int omp_get_team_num(void);
static void observed(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:n*m]) map(tofrom: B[0:n*m])
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      B[i*m + j] = A[(i - 1)*m + j] + A[i*m + j] + A[(i + 1)*m + j] + (omp_get_team_num() < 0);
}

int main(void) {
  float *A = malloc(sizeof(float) * N * M * 2), *B = malloc(sizeof(float) * N * M);
  FILL(A, N * M * 2);
  FILL(B, N * M);
  guarded(N, M, A, B);
  SHOW(B, N * M);
  changing(N, M, A, B);
  SHOW(B, N * M);
  far(N, M, A, B);
  SHOW(B, N * M);
  macro(N, M, A, B);
  SHOW(B, N * M);
  stored(N, M, A);
  SHOW(A, N * M * 2);
  printf("%g\n", summed(N, M, A, B));
  SHOW(B, N * M);
  observed(N, M, A, B);
  SHOW(B, N * M);
  return 0;
}
