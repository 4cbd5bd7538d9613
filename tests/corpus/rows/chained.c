/* Rows through team memory where the directive's words stand in several pragmas. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 200, M = 75 };

/* The length is a number. */
static void product(int n, const double *restrict A, const double *restrict x, double *restrict y) {
  #pragma omp target map(to: A[0:n*M], x[0:M]) map(from: y[0:n]) //~ plan=combine+rows(A)
  #pragma omp parallel for // one team
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < M; j++)
      s += A[i * M + j] * x[j]; //~ A: sectors=32->8..32
    y[i] = s;
  }
}

/* The host asks for the length before both pragmas. */
static void tested(int n, int m, const double *restrict A, const double *restrict x, double *restrict y) {
  #pragma omp target map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=combine+rows(A) WC109
  #pragma omp parallel for
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] = y[i] + A[i * m + j] * x[j];
  }
}

/* Two arrays, counters of outside, clauses of both pragmas. */
static void sums(int n, float alpha, const float *restrict A, const float *restrict B, float *restrict y) {
  int i, j;
  #pragma omp target firstprivate(alpha) \
    map(to: A[0:n*M], B[0:n*M]) map(tofrom: y[0:n]) //~ plan=combine+rows(A,B)+unschedule(schedule)
  /* the threads */
  #pragma omp parallel for private(j) schedule(static, 4) shared(y)
  for (i = 0; i < n; i++) {
    float s = 0;
    for (j = 0; j < M; j++)
      s += alpha * A[i * M + j] + B[i * M + j];
    y[i] += s;
  }
}

/* The words of the combined construct in two pragmas. */
static void apart(int n, int m, const double *restrict A, double *restrict y) {
  #pragma omp target teams map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
  #pragma omp distribute parallel for
  for (int i = 0; i < n; i++) {
    double s = 1;
    for (int j = 0; j < m; j++) s = s / 2 + A[i * m + j];
    y[i] = s;
  }
  #pragma omp target map(to: A[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(A)
  #pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i] -= A[i * m + j];
}

/* `teams distribute` would have to stand in both pragmas. */
static void middle(int n, const double *restrict A, double *restrict y) {
  #pragma omp target parallel map(to: A[0:n*M]) map(tofrom: y[0:n]) //~ plan=none WC211
  #pragma omp for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++) y[i] += A[i * M + j];
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  float *a = malloc(sizeof(float) * N * M), *b = malloc(sizeof(float) * N * M), *c = malloc(sizeof(float) * N);
  FILL(A, N * M);
  FILL(x, M);
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(c, N);
  product(N, A, x, y); SHOW(y, N);
  product(129, A, x, y); SHOW(y, 129);
  product(0, A, x, y);
  tested(N, M, A, x, y); SHOW(y, N);
  tested(N, 31, A, x, y); SHOW(y, N);
  tested(127, 32, A, x, y); SHOW(y, 127);
  tested(N, 0, A, x, y); SHOW(y, N);
  sums(N, 2, a, b, c); SHOW(c, N);
  apart(N, M, A, y); SHOW(y, N);
  apart(N, 20, A, y); SHOW(y, N);
  middle(N, A, y); SHOW(y, N);
  return 0;
}
