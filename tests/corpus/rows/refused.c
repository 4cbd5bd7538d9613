/* Rows that stay: nothing in the text allows to fetch them earlier, or elsewhere. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 70, M = 40 };

/* The store may change what the next columns have. */
static void aliased(int n, int m, const float *A, float *y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i] += A[i * m + j];
}

/* What is behind the condition may be no element. */
static void conditional(int n, int m, const float *restrict A, const float *restrict w, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], w[0:m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++)
      if (w[j] > 3) s += A[i * m + j];
    y[i] = s;
  }
}

/* Each row has its own length. */
static void triangle(int n, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*n]) map(from: y[0:n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < i; j++) s += A[i * n + j];
    y[i] = s;
  }
}

/* A row ends early. */
static void first_found(int n, int m, const float *restrict A, int *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    int at = -1;
    for (int j = 0; j < m; j++)
      if (A[i * m + j] > 9) { at = j; break; }
    y[i] = at;
  }
}

/* A variable of outside belongs to the thread. */
static void outside(int n, int m, const float *restrict A, float *restrict y) {
  float s;
  #pragma omp target teams distribute parallel for private(s) map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    if (i < n) s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
  }
}

/* What the counter is behind the loop is wanted. */
static void mean(int n, int m, const float *restrict A, float *restrict y) {
  int i, j;
  #pragma omp target teams distribute parallel for private(j) map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC204
  for (i = 0; i < n; i++) {
    float s = 0;
    for (j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s / j;
  }
}

/* What another compilation would have between the statements must not be lost. */
static void alternatives(int n, int m, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    float s = 0;
#ifdef FROM_ONE
    s = 1;
#endif
    for (int j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
  }
}

/* A constant of the row is called like one around the region. */
static void constants(int n, int m, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    enum { N = 3 };
    float s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j] * N;
    y[i] = s;
  }
}

/* The threads of a team are said to be fewer than the rows of a block, or more: two clauses say it. */

static void threads(int n, int m, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for thread_limit(128) num_threads(n) map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j];
    y[i] = s;
  }
}

/* The load stands in a function, whose call is more than the load. */
static float half(const float *a, int at) { return a[at] / 2; }

static void called(int n, int m, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += half(A, i * m + j);
    y[i] = s;
  }
}

/* An atomic update in the loop along a row: rows cannot be staged, loops around it can be collapsed. And one whose value is kept. */
static void updated(int n, int m, const float *restrict A, int *restrict count) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(tofrom: count[0:1]) //~ plan=collapse(2) !WC402
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      #pragma omp atomic
      count[0] += A[i * m + j] > 0.5f;
    }
}

static void numbered(int n, int m, const float *restrict A, float *restrict y, int *restrict next) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) map(tofrom: next[0:1]) //~ plan=none WC209
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j];
    int own;
    #pragma omp atomic capture
    own = next[0]++;
    y[i] = own < 0 ? 0 : s;
  }
}

int main(void) {
  float *A = malloc(sizeof(float) * N * N), *w = malloc(sizeof(float) * N), *y = malloc(sizeof(float) * N);
  int *at = malloc(sizeof(int) * N);
  FILL(A, N * N);
  FILL(w, N);
  FILL(y, N);
  if (N < 0) aliased(N, M, A, y);
  conditional(N, M, A, w, y); SHOW(y, N);
  triangle(N, A, y); SHOW(y, N);
  first_found(N, M, A, at); SHOW(at, N);
  outside(N, M, A, y); SHOW(y, N);
  mean(N, M, A, y); SHOW(y, N);
  alternatives(N, M, A, y); SHOW(y, N);
  constants(N, M, A, y); SHOW(y, N);
  threads(N, M, A, y); SHOW(y, N);
  called(N, M, A, y); SHOW(y, N);
  int count = 0;
  updated(N, M, A, &count);
  numbered(N, M, A, y, &count); SHOW(y, N);
  printf("%d\n", count);
  return 0;
}
