/* Rows through team memory: each lane runs a row, and what neighbouring lanes need is fetched column by column. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 200, M = 75 };

/* A sum: the order of its operands stays. */
static void product(int n, int m, const double *restrict A, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(A)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += A[i * m + j] * x[j]; //~ A: sectors=8..32->8..9 x: sectors=1
    y[i] = s;
  }
}

/* The sum is an element of an array, and begins with what is there. */
static void added(int n, int m, const float *A, const float *x, float *y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], x[0:m]) map(tofrom: y[0:n]) //~ plan=rows(A)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i] += A[i * m + j] * x[j];
}

/* Several values go from one part of a row to the next, and what a row begins with is repeated where it is pure. */
static void largest(int n, int m, const float *restrict A, float *restrict y, int *restrict at) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n], at[0:n]) //~ plan=rows(A)
  for (int i = 0; i < n; i++) {
    float most = -1e30f;
    int where = -1;
    const int first = i * m;
    for (int j = 0; j < m; ++j) {
      const float own = A[first + j];
      if (own > most) {
        most = own;
        where = j;
      }
    }
    y[i] = most * 2;
    at[i] = where;
  }
}

/* Arrays with extents, ends of other forms, two arrays with places of their own. */
static void halves(float (*restrict a)[M], const float (*restrict b)[M], float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:N], b[0:N]) map(tofrom: y[0:N]) //~ plan=rows(a,b)
  for (int i = 1; i <= N - 2; i++) {
    float s = 1;
    for (int j = 2; j <= M - 1; j++) {
      s = s * 0.5f + a[i][j]
          - b[i][j];
    }
    y[i] = s; /* the last value */
  }
}

/* Counters of outside, which each thread has for itself. */
static void counters(int n, int m, const float *restrict A, float *restrict y) {
  int i, j;
  #pragma omp target teams distribute parallel for private(j) map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
  for (i = 0; i < n; i++) {
    y[i] = 0;
    for (j = 0; j < m; j++) y[i] += A[i * m + j] / 4;
  }
}

/* 64-bit counters that begin at 0 may be unsigned. */
static void wide(size_t n, size_t m, const double *restrict A, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
  for (size_t i = 0; i < n; i++) {
    double s = 0;
    for (size_t j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
  }
}

/* A pointer to the row, as public code writes rows; another one to an element that is not the first. */
static void pointed(int n, int m, const double *restrict A, const double *restrict B, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], B[0:n*m]) map(from: y[0:n]) //~ plan=rows(row,other)
  for (int i = 0; i < n; i++) {
    const double *row = A + i * m;
    const double *const other = &B[i * m + 1];
    double s = 0;
    for (int j = 0; j < m - 1; j++)
      s += row[j] * other[j]; //~ A: sectors=16..32->4..10 B: sectors=16..32->4..10
    y[i] = s + row[0];
  }
}

/* A pointer that walks along the row is another one in each iteration. */
static void walking(int n, int m, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    const float *own = A + i * m;
    float s = 0;
    for (int j = 0; j < m; j++) s += *own++;
    y[i] = s;
  }
}

/* Each row makes its own atomic updates, once and in its place; their order among rows was open. */
static void counted(int n, int m, const float *restrict A, float *restrict y, int *restrict count) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) map(tofrom: count[0:2]) //~ plan=rows(A)
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    count[0]++;
    float s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
    if (s > 0.5f) {
      #pragma omp atomic update
      count[1] += i;
    }
  }
}

int main(void) {
  double *A = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  float *a = malloc(sizeof(float) * N * M), *b = malloc(sizeof(float) * N * M), *c = malloc(sizeof(float) * N);
  int *at = malloc(sizeof(int) * N);
  FILL(A, N * M);
  FILL(x, M);
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(c, N);
  product(N, M, A, x, y); SHOW(y, N);
  product(N, 31, A, x, y); SHOW(y, N);
  product(129, 32, A, x, y); SHOW(y, 129);
  product(N, 0, A, x, y); SHOW(y, N);
  product(0, M, A, x, y);
  added(N, M, a, b, c); SHOW(c, N);
  largest(N, M, a, c, at); SHOW(c, N); SHOW(at, N);
  halves((float (*)[M])a, (const float (*)[M])b, c); SHOW(c, N - 1);
  counters(N, M, a, c); SHOW(c, N);
  wide(N, M, A, y); SHOW(y, N);
  double *B = malloc(sizeof(double) * N * M);
  FILL(B, N * M);
  pointed(N, M, A, B, y); SHOW(y, N);
  pointed(N, 33, A, B, y); SHOW(y, N);
  pointed(3, M, A, B, y); SHOW(y, 3);
  walking(N, M, a, c); SHOW(c, N);
  int count[2] = {0, 0};
  counted(N, M, a, c, count); SHOW(c, N);
  counted(N, 31, a, c, count); SHOW(c, N);
  printf("%d %d\n", count[0], count[1]);
  return 0;
}
