/* Rows whose loops stand under `simd`: they come through team memory, or warps or threads share them, as without it. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 200, M = 75 };

/* The loop along the row is made anew; that behind it is copied with its directive. */
static void sums(int n, int m, const double *restrict a, double *restrict y, int *restrict z) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n], z[0:n*4]) //~ plan=rows(a) !WC402
  for (int i = 0; i < n; i++) {
    double s = 0;
    #pragma omp simd reduction(+:s) // in any order
    for (int j = 0; j < m; j++)
      s += a[i * m + j]; //~ a: sectors=8..32->8..9
    y[i] = s;
    #pragma omp simd
    for (int k = 0; k < 4; k++)
      z[i * 4 + k] = i + k;
  }
}

/* Sums of unsigned numbers are the same in every order. */
static void lanes(unsigned n, unsigned m, const unsigned *restrict a, unsigned *restrict y) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
  for (unsigned i = 0; i < n; i++) {
    unsigned s = 1;
    #pragma omp simd reduction(+ : s)
    for (unsigned j = 0; j < m; j++) {
      s += a[i * m + j];
    }
    y[i] = s;
  }
}

/* The loop under the directive comes to share the threads, and what was around it stands inside: the directive is of neither. */
static void shared(int n, int m, double *restrict a, const double *restrict b) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=interchange(i,j,t)+collapse(2)
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 3; t++) {
      #pragma omp simd
      for (int j = 0; j < m; j++) { //~ j=proved
        a[i * m + j] = a[i * m + j] * 0.5 + b[i * m + j];
      }
    }
}

/* The threads of a team share what the lanes of a processor would. */
static void rounds(int n, int m, double *restrict a, const double *restrict b, const int *restrict many) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m], many[0:n]) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    int count = many[i] % 4;
    for (int t = 0; t < count; t++)
      #pragma omp simd
      for (int j = 0; j < m; j++)
        a[i * m + j] = a[i * m + j] * 0.5 + b[i * m + j];
  }
}

int main(void) {
  double *a = malloc(sizeof(double) * N * M), *b = malloc(sizeof(double) * N * M), *y = malloc(sizeof(double) * N);
  unsigned *u = malloc(sizeof(unsigned) * N * M), *v = malloc(sizeof(unsigned) * N);
  int *z = malloc(sizeof(int) * N * 4);
  FILL(a, N * M); FILL(b, N * M); FILL(u, N * M);
  sums(N, M, a, y, z); SHOW(y, N); SHOW(z, N * 4);
  sums(3, 31, a, y, z); SHOW(y, 3);
  lanes(N, M, u, v); SHOW(v, N);
  shared(N, M, a, b); SHOW(a, N * M);
  rounds(N, M, a, b, z); SHOW(a, N * M);
  return 0;
}
