/* clang 19 loses pointers whose types have lengths that are known at run time where a construct for threads stands inside one for teams. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 40, M = 70 };

/* Threads would share the inner loops. */
static void phases(int n, int m, double A[n][m], double B[n][m]) {
  #pragma omp target teams distribute parallel for map(tofrom: A[0:n], B[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 3; t++) {
      for (int j = 1; j < m - 1; j++) A[i][j] = B[i][j - 1] * 0.5 + j;
      for (int j = 1; j < m - 1; j++) B[i][j] = A[i][j] * 2 + t;
    }
}

/* Rows of A would come through team memory; the row length is no part of its type. */
static void product(int n, int m, double (*restrict A)[M], const double x[restrict m], double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n], x[0:m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++) sum += A[i][j] * x[j];
    y[i] = sum;
  }
}

/* A collapse stays in one construct. */
static void scale(int n, int m, double A[n][m]) {
  #pragma omp target teams distribute parallel for map(tofrom: A[0:n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) A[i][j] *= 2;
}

int main(void) {
  static double A[N][M], B[N][M], x[M], y[N];
  FILL(&A[0][0], N * M); FILL(&B[0][0], N * M); FILL(x, M);
  phases(N, M, A, B);
  product(N, M, A, x, y);
  scale(N, M, A);
  SHOW(&A[0][0], N * M); SHOW(&B[0][0], N * M); SHOW(y, N);
  return 0;
}
