/* Elements that each iteration of a block loads for itself. */
/* warpcc-flags: -O2 */
/* warpcc-tiles: on */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 1010, M = 1010 };

/* The array is stored to, elsewhere. */
static void stored(int n, int m, float *A) {
  #pragma omp target teams distribute parallel for map(tofrom: A[0:2*n*m]) //~ plan=collapse(2)+tile(i) WC109
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      A[(n + i)*m + j] = A[(i - 1)*m + j] + A[(i + 1)*m + j];
}

/* What is behind a condition is loaded where it was. */
static void guarded(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      B[i*m + j] = A[i*m + j];
      if (B[i*m + j] > 3) B[i*m + j] += A[(i + 1)*m + j];
    }
}

/* A variable of the subscripts changes. */
static void changing(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      int at = (i - 1)*m + j;
      float above = A[at];
      at += 2*m;
      B[i*m + j] = above + A[at];
    }
}

/* A block is shorter than the way from one load to the other. */
static void far(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n - 9; i++)
    for (int j = 0; j < m; j++) B[i*m + j] = A[i*m + j] + A[(i + 9)*m + j];
}

/* A macro writes the elements. */
#define AT(i, j) A[(i)*m + (j)]
static void macro(int n, int m, const float *A, float *B) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: B[0:n*m]) //~ plan=collapse(2)+tile(i) WC109
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) B[i*m + j] = AT(i - 1, j) + AT(i + 1, j);
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
