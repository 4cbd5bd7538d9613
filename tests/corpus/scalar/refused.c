/* Elements that a loop accumulates and that stay in memory. */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 53, M = 38 };

/* The arrays may be one. */
static void alias(int n, int m, const double *A, double *x) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) x[i] += A[j * m + i];
}

/* The loop reads other elements of the array, and one of them may be this one. */
static void same(int n, int m, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:m+n]) //~ plan=none
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) x[i] += x[m + j];
}

/* The element is another one in each iteration, or none in some. */
static void other(int n, int m, const double *A, double *x, double *y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: x[0:m*n], y[0:m]) //~ plan=none
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      x[j * m + i] += A[j * m + i];
      if (A[j * m + i] > 5) y[i] += 1;
    }
}

/* The loop has another way out. */
static void leaves(int n, int m, const double *A, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: x[0:m]) //~ plan=none
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      x[i] += A[j * m + i];
      if (x[i] > 100) break;
    }
}

/* Another name leads to the element. */
static void named(int n, int m, const double *A, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: x[0:m]) //~ plan=none
  for (int i = 0; i < m; i++) {
    double *own = x + i;
    for (int j = 0; j < n; j++) {
      x[i] += A[j * m + i];
      *own *= 0.5;
    }
  }
}

/* A macro names the element, or writes the loop. */
#define SUM x[i] += A[j * m + i]
static void macro(int n, int m, const double *A, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: x[0:m]) //~ plan=none
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) SUM;
}

/* A directive whose clause is more than a hint is about the loop. */
static void directive(int n, int m, const double *A, double *x) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: x[0:m]) //~ plan=none
  for (int i = 0; i < m; i++) {
    #pragma omp simd if(simd: n > 1)
    for (int j = 0; j < n; j++) x[i] += A[j * m + i];
  }
}

/* The region's own directive is about the loops, though one thread runs them. */
static void associated(int n, int m, const double *A, double *x) {
  #pragma omp target map(to: A[0:n*m]) map(tofrom: x[0:m]) //~ plan=none
  #pragma omp simd collapse(2)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) x[i] += A[j * m + i];
  #pragma omp target map(to: A[0:n]) map(tofrom: x[0:1]) //~ plan=none
  #pragma omp simd
  for (int j = 0; j < n; j++) x[0] -= A[j];
}

/* The loop ends where an element says, which it changes. */
static void ends(int m, const double *A, int *count) {
  #pragma omp target teams distribute parallel for map(to: A[0:m*20]) map(tofrom: count[0:m]) //~ plan=none
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < count[i]; j++) count[i] = count[i] - (A[j * m + i] > 5);
    int *own = &count[i];
    for (int j = 0; j < *own; j += count[i]) count[i] = count[i] + 1;
  }
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), x[N + M], *y = malloc(sizeof(double) * N * M);
  FILL(A, N * M);
  FILL(x, N + M);
  FILL(y, N * M);
  #pragma omp target data map(to: A[0:N*M]) map(tofrom: x[0:N+M])
  alias(N, M, A, x);
  SHOW(x, M);
  same(N, M, x);
  SHOW(x, M);
  other(N, M, A, y, x);
  SHOW(x, M);
  SHOW(y, N * M);
  leaves(N, M, A, x);
  SHOW(x, M);
  named(N, M, A, x);
  SHOW(x, M);
  macro(N, M, A, x);
  SHOW(x, M);
  directive(N, M, A, x);
  SHOW(x, M);
  associated(N, M, A, x);
  SHOW(x, M);
  int count[M];
  FILL(count, M);
  ends(M, A, count);
  SHOW(count, M);
  return 0;
}
