/* Several loops along a row: each stages what it loads, or has lanes that are columns. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
#include <math.h>
enum { N = 140, M = 75 };

/* A greatest, a sum that needs it, and quotients: the last loop's iterations need nothing of each other. */
static void softmax(int n, int m, const float *restrict in, float *restrict out) {
  #pragma omp target teams distribute parallel for simd map(to: in[0:n*m]) map(from: out[0:n*m]) //~ plan=rows(in)
  for (int i = 0; i < n; i++) {
    float most = in[i * m];
    for (int j = 1; j < m; j++)
      most = (most < in[i * m + j]) ? in[i * m + j] : most;
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum += (in[i * m + j] - most) / 64;
    for (int j = 0; j < m; j++)
      out[i * m + j] = (in[i * m + j] - most) / sum; //~ in: sectors=4..32->4..5 out: sectors=4..32->4..5
  }
}

/* The same with pointers to the rows. */
static void pointed(int n, int m, const float *restrict in, float *restrict out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(from: out[0:n*m]) //~ plan=rows(row)
  for (int i = 0; i < n; i++) {
    const float *row = in + i * m;
    float *result = &out[i * m];
    float most = row[0];
    for (int j = 1; j < m; j++)
      if (row[j] > most) most = row[j];
    float sum = 0;
    for (int j = 0; j < m; j++) {
      const float own = (row[j] - most) / 64;
      sum += own;
    }
    for (int j = 0; j < m; j++)
      result[j] = (row[j] - most) / sum; //~ in: sectors=4..32->4..5 out: sectors=4..32->4..5
  }
}

/* What is computed between the loops waits in team memory, what is pure is repeated; one counter of outside for all loops. */
static void normal(const double *restrict A, const double *restrict gain, double *restrict B, double *restrict means) {
  int i, j;
  #pragma omp target teams distribute parallel for private(j) map(to: A[0:N*M], gain[0:M]) map(from: B[0:N*M], means[0:N]) //~ plan=rows(A)
  for (i = 0; i < N; i++) {
    const int first = i * M;
    double total = 0;
    for (j = 0; j < M; j++) total += A[first + j];
    const double mean = total / M;
    means[i] = mean;
    double squares = 0;
    for (j = 0; j < M; j++) squares += (A[first + j] - mean) * (A[first + j] - mean);
    const double scale = 1 / (squares / M + 1);
    const int last = i;
    for (j = 0; j < M; j++) B[first + j] = (A[first + j] - mean) * scale * gain[j] + last;
    means[i] += scale;
  }
}

/* A loop of few iterations, and one that stores what it loads, are run by the thread that runs the row; arrays of two types. */
static void beside(int n, int m, const float *restrict A, const double *restrict W, float *restrict C, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m], W[0:n*m]) map(tofrom: C[0:n*m]) map(from: y[0:n]) //~ plan=rows(A,W)
  for (int i = 0; i < n; i++) {
    float s = 1;
    for (int k = 0; k < 3; k++) s *= 2;
    for (int j = 0; j < m; j++) s = s / 2 + A[i * m + j];
    for (int j = 1; j < m; j++) C[i * m + j] = C[i * m + j - 1] / 2 + s;
    double t = s;
    for (int j = 0; j < m; j++) t -= W[i * m + j] * A[i * m + j];
    y[i] = t;
  }
}

/* The name of a variable between the loops means another one before. */
static void shadowed(int n, int m, const float *restrict A, float *restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    float s = 0, t = 0;
    for (int j = 0; j < m; j++) { float scale = A[i * m + j]; s += scale; }
    float scale = s / 2;
    for (int j = 0; j < m; j++) t += A[i * m + j] * scale;
    y[i] = t;
  }
}

int main(void) {
  float *a = malloc(sizeof(float) * N * M), *b = malloc(sizeof(float) * N * M), *c = malloc(sizeof(float) * N);
  double *A = malloc(sizeof(double) * N * M), *B = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(A, N * M);
  FILL(x, M);
  softmax(N, M, a, b); SHOW(b, N * M);
  softmax(129, 33, a, b); SHOW(b, 129 * 33);
  softmax(N, 20, a, b); SHOW(b, N * 20);
  pointed(N, M, a, b); SHOW(b, N * M);
  pointed(129, 33, a, b); SHOW(b, 129 * 33);
  normal(A, x, B, y); SHOW(B, N * M); SHOW(y, N);
  beside(N, M, a, A, b, c); SHOW(c, N); SHOW(b, N * M);
  beside(1, M, a, A, b, c); SHOW(c, 1);
  shadowed(N, M, a, c); SHOW(c, N);
  return 0;
}
