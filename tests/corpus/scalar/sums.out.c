/* Elements that a loop accumulates are scalars while it runs. */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 53, M = 38 };

/* Sums of columns: the loop may be empty. */
static void columns(int n, int m, const double *A, const double *y, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], y[0:n]) map(tofrom: x[0:m]) //~ plan=scalar(j)
  for (int i = 0; i < m; i++)
    { if (0 < n) { double warpcc_value_x = x[i]; for (int j = 0; j < n; j++) {
      warpcc_value_x += A[j * m + i] * y[j]; } x[i] = warpcc_value_x; } } //~ x: sectors=8 A: sectors=8..9
}

/* Behind a collapse; the loop has iterations. */
static void product(const float (*A)[M], const float (*B)[N], float (*C)[N]) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: A[0:N], B[0:M]) map(tofrom: C[0:N]) //~ plan=collapse(2)+scalar(k)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      C[i][j] *= 2;
      { float warpcc_value_C = C[i][j]; for (int k = 0; k < M; k++) { warpcc_value_C += A[i][k] * B[k][j]; } C[i][j] = warpcc_value_C; }
    }
}

/* Two elements, one of which the other needs, conditions, and an element that is no sum. */
static void several(int n, int m, const int *A, int *least, unsigned *last, long *sum) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: least[0:m], last[0:m], sum[0:m]) //~ plan=scalar(j)
  for (int i = 0; i < m; i++) {
    int j;
    { if (n > 0) { int warpcc_value_least = least[i]; long warpcc_value_sum = sum[i]; unsigned warpcc_value_last = last[ i ]; for (j = n; j > 0; --j) {
      const int own = A[(j - 1) * m + i];
      warpcc_value_least = own < warpcc_value_least ? own : warpcc_value_least;
      if (own > 4) warpcc_value_sum += warpcc_value_least + own; else warpcc_value_sum--;
      warpcc_value_sum = warpcc_value_sum % 1000; /* a comment */
      warpcc_value_last = (unsigned)own;
    } least[i] = warpcc_value_least; sum[i] = warpcc_value_sum; last[ i ] = warpcc_value_last; } else j = n; }
  }
}

/* Sums behind each other, and one behind a condition. */
static void phases(int n, int m, const float *A, float *x, int first) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: x[0:m]) //~ plan=scalar(j,k)
  for (int i = 0; i < m; i++) {
    if (i >= first)
      { if (0 < n) { float warpcc_value_x = x[i]; for (int j = 0; j < n; j++) { warpcc_value_x += A[j * m + i]; } x[i] = warpcc_value_x; } }
    else
      x[i] = 1;
    { if (0 < n) { float warpcc_value_x_2 = x[i]; for (int k = 0; k < n; k++) {
      warpcc_value_x_2 -= 2 * A[k * m + i];
    } x[i] = warpcc_value_x_2; } }
  }
}

/* Two loops with nothing between them: what stands before the second one is no part of the first. */
static void neighbours(int m, const float *restrict A, float *restrict x, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:N*m]) map(tofrom: x[0:m], y[0:m]) //~ plan=scalar(j,k)
  for (int i = 0; i < m; i++) {
    { float warpcc_value_x = x[i]; for (int j = 0; j < N; j++) {
      warpcc_value_x += A[j * m + i]; } x[i] = warpcc_value_x; }
    { float warpcc_value_y = y[i]; for (int k = 0; k < M; k++) {
      warpcc_value_y += x[i] - A[k * m + i]; } y[i] = warpcc_value_y; }
  }
}

/* The counter has a value behind the loop, which may be empty. */
static void counter(int n, int m, const float *A, float *x, int *last) {
  int j = 9;
  #pragma omp target teams distribute parallel for firstprivate(j) map(to: A[0:n*m]) map(tofrom: x[0:m]) map(from: last[0:m]) //~ plan=scalar(j)
  for (int i = 0; i < m; i++) {
    if (i > 2)
      { if (3 < n) { float warpcc_value_x = x[i]; for (j = 3; j < n; j += 2) { warpcc_value_x += A[j * m + i]; } x[i] = warpcc_value_x; } else j = 3; }
    else
      x[i]--;
    last[i] = j;
  }
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), x[M], y[N];
  float (*F)[M] = malloc(sizeof(float) * N * M), (*G)[N] = malloc(sizeof(float) * N * M), f[M];
  float (*C)[N] = malloc(sizeof(float) * N * N);
  int *I = malloc(sizeof(int) * N * M), least[M];
  unsigned last[M];
  long sum[M];
  FILL(A, N * M);
  FILL(x, M);
  FILL(y, N);
  FILL(F[0], N * M);
  FILL(G[0], N * M);
  FILL(C[0], N * N);
  FILL(I, N * M);
  FILL(least, M);
  FILL(last, M);
  FILL(sum, M);
  FILL(f, M);
  columns(N, M, A, y, x);
  SHOW(x, M);
  columns(0, M, A, y, x);
  SHOW(x, M);
  product((const float (*)[M])F, (const float (*)[N])G, C);
  SHOW(C[0], N * N);
  several(N, M, I, least, last, sum);
  SHOW(least, M);
  SHOW(last, M);
  SHOW(sum, M);
  several(0, M, I, least, last, sum);
  SHOW(sum, M);
  neighbours(M, F[0], f, G[0]);
  SHOW(G[0], M);
  phases(N, M, F[0], f, 7);
  SHOW(f, M);
  phases(0, M, F[0], f, 7);
  SHOW(f, M);
  counter(N, M, F[0], f, least);
  SHOW(f, M);
  SHOW(least, M);
  counter(2, M, F[0], f, least);
  SHOW(f, M);
  SHOW(least, M);
  return 0;
}
