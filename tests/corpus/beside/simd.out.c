/* A loop under `simd` inside a thread's iteration is a plain loop on NVIDIA's devices: what is counted, proved and changed sees through
   the directive. It stays where its loop does, and goes where the loop becomes another one. */
/* warpcc-flags: -O2 */
#include "../check.h"
enum { N = 96, M = 80, K = 24 };

/* The inner loop comes to share the threads: nothing may stand between two such loops. */
static void scaled(int n, int m, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(tofrom: b[0:n*m]) //~ plan=collapse(2) !WC402 !WC201
  for (int i = 0; i < n; i++) { //~ i=declared
     // eight at once
    for (int j = 0; j < m; j++) //~ j=proved
      b[i * m + j] += a[i * m + j] * 2; //~ sectors=4..32->4
  }
}

/* The innermost of three loops stays as it is, and keeps its directive. */
static void product(int n, int m, int l, const double *restrict a, const double *restrict b, double *restrict c) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*l], b[0:l*m]) map(from: c[0:n*m]) //~ plan=collapse(2) !WC402 !WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      #pragma omp simd reduction(+:sum)
      for (int k = 0; k < l; k++)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

/* The sum is a scalar while the loop runs, which is unrolled: it is another loop, without the directive. */
static void columns(int n, int m, const double *restrict a, double *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:m]) //~ plan=none
  for (int j = 0; j < m; j++) {
#pragma omp simd aligned(a: 8) simdlen(4)
    for (int i = 0; i < n; i++) //~ i=carried
      b[j] += a[i * m + j];
  }
}

/* The greatest value, by a condition and by a choice. */
static void most(int n, int m, const int *restrict a, int *restrict b, int *restrict c) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: b[0:m], c[0:m]) //~ !WC402
  for (int j = 0; j < m; j++) {
    int high = a[j], low = a[j];
    #pragma omp simd reduction(max: high) reduction(min: low)
    for (int i = 0; i < n; i++) {
      if (a[i * m + j] > high)
        high = a[i * m + j];
      low = low < a[i * m + j] ? low : a[i * m + j]; //~ sectors=4..5
    }
    b[j] = high;
    c[j] = low;
  }
}

/* An array in scalars, or an unrolled loop: the loop is remade. */
static void elements(int n, int m, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:m]) //~ !WC402
  for (int j = 0; j < m; j++)
    #pragma omp simd
    for (int i = 0; i < n; i++)
      b[j] = b[j] * 0.5f + a[i * m + j];
}

int main(void) {
  static double a[N * M], b[N * M], c[N * M];
  static float f[N * M], g[N * M];
  static int u[N * M], v[M], w[M];
  FILL(a, N * M); FILL(b, N * M); FILL(f, N * M); FILL(g, N * M); FILL(u, N * M);
  scaled(N, M, f, g); SHOW(g, N * M);
  product(N, M, K, a, b, c); SHOW(c, N * M);
  columns(N, M, a, b); SHOW(b, M);
  most(N, M, u, v, w); SHOW(v, M); SHOW(w, M);
  elements(4, M, f, g); SHOW(g, M);
  return 0;
}
