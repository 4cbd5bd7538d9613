/* Branches around the loads of a row: it is fetched where all of it is known to be in memory. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 200, M = 75 };

static double table[N][M];

/* The map clause has the whole row. */
static void off_diagonal(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*n], x[0:n]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      if (i != j) s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

/* Nothing is said of the array, but its diagonal is the divisor. */
static void divided(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    double s = x[i];
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      s -= a[i * n + j] * x[j];
    }
    y[i] = s / a[i * n + i];
  }
}

/* A variable is mapped as a whole. */
static void upper(int n, int m, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: table) map(from: y[0:n]) //~ plan=rows(table)
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j < M; j++)
      if (j >= i % m) s = s * 0.5 + table[i][j];
    if (i < n) y[i] = s;
  }
}

/* Every second element, in one expression. */
static void colour(int n, int m, int even, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:m*(n+1)]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += (i + j) % 2 == even ? a[i * m + j] : 1;
    y[i] = s;
  }
}

/* The lanes of a warp would skip what they keep of each other's rows: the row comes through team memory. */
static void skipped(int n, int m, const unsigned *restrict a, unsigned *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    unsigned s = 0;
    for (int j = 0; j < m; j++) {
      s += j;
      if (j == i) continue;
      s ^= a[i * m + j];
      s += s << 3;
    }
    y[i] = s;
  }
}

/* The end of a row may not exist. */
static void unknown(int n, int m, int end, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (i * m + j < end) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* The section ends before the last row does. */
static void shorter(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n+1]) //~ plan=none WC211
  for (int i = 0; i <= n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (i < n) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* The section begins behind the first element. */
static void later(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[1:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (i + j > 0) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* The right neighbour of the last element is none. */
static void neighbour(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (j + 1 < m) s = s * 0.5 + a[i * m + j + 1];
    y[i] = s;
  }
}

/* How many elements there are is computed without a sign: the product may wrap around. */
static void wrapping(unsigned n, unsigned m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (unsigned i = 0; i < n; i++) {
    double s = 0;
    for (unsigned j = 0; j < m; j++)
      if (i != j) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* The element that is left out is not the one that is loaded elsewhere. */
static void other_element(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = x[i];
    for (int j = 0; j < n; j++)
      if (j != i) s -= a[i * n + j] * x[j];
    y[i] = s / a[i * n];
  }
}

/* The diagonal is loaded for some rows only. */
static void some_rows(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = x[i];
    for (int j = 0; j < n; j++)
      if (j != i) s -= a[i * n + j] * x[j];
    if (i > 0) s /= a[i * n + i];
    y[i] = s;
  }
}

/* How often the elements are loaded is written in memory. */
static void masked(int n, int m, const int *restrict mask, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m], mask[0:m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (mask[j] == 3) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* One element of each row. */
static void one(int n, int m, int k, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      if (j == k) s = s * 0.5 + a[i * m + j];
    y[i] = s;
  }
}

/* What the program stores there another row would fetch, though it does not use it. */
static void stored(int n, double *restrict a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=none WC206
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      if (j != i) s = s * 0.5 + a[i * n + j];
    a[i * n + i] = s;
  }
}

int main(void) {
  double *a = malloc(sizeof(double) * N * N), *x = malloc(sizeof(double) * N), *y = malloc(sizeof(double) * (N + 1));
  float *f = malloc(sizeof(float) * (N + 1) * M), *g = malloc(sizeof(float) * N);
  unsigned *u = malloc(sizeof(unsigned) * N * M), *v = malloc(sizeof(unsigned) * N);
  int mask[M];
  FILL(a, N * N); FILL(x, N); FILL(f, (N + 1) * M); FILL(&table[0][0], N * M); FILL(mask, M); FILL(u, N * M);
  for (int i = 0; i < N; i++) a[i * N + i] = 1 << i % 3, a[i * N] = 1;
  off_diagonal(N, a, x, y); SHOW(y, N);
  off_diagonal(33, a, x, y); SHOW(y, 33);
  #pragma omp target data map(to: a[0:N*N], x[0:N]) map(from: y[0:N])
  {
    divided(N, a, x, y);
  }
  SHOW(y, N);
  #pragma omp target data map(to: a[0:N*N], x[0:N]) map(from: y[0:N])
  {
    other_element(N, a, x, y);
  }
  SHOW(y, N);
  #pragma omp target data map(to: a[0:N*N], x[0:N]) map(from: y[0:N])
  {
    some_rows(N, a, x, y);
  }
  SHOW(y, N);
  #pragma omp target data map(to: a[0:N*M])
  {
    unknown(N, M, N * M - 3, a, y);
  }
  SHOW(y, N);
  upper(N, 50, y); SHOW(y, N);
  colour(N, M, 0, f, g); SHOW(g, N);
  skipped(N, M, u, v); SHOW(v, N);
  shorter(N, M, a, y); SHOW(y, N + 1);
  later(N, M, a, y); SHOW(y, N);
  neighbour(N, M, a, y); SHOW(y, N);
  wrapping(N, M, a, y); SHOW(y, N);
  masked(N, M, mask, a, y); SHOW(y, N);
  one(N, M, 4, a, y); SHOW(y, N);
  stored(N, a); SHOW(a, N * N);
  return 0;
}
