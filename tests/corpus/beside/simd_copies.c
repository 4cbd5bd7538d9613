/* The neighbours of `simd`: clauses that give each lane a variable of its own, or a loop a meaning that it has not without them. The
   loop is not taken for a plain one. */
#include "../check.h"
enum { N = 64, M = 48 };

/* Behind the loop `t` is what it was before it. */
static void copies(int n, int m, const int *restrict a, int *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n*m]) //~ plan=none WC402
  for (int i = 0; i < n; i++) {
    int t = i;
    #pragma omp simd private(t)
    for (int j = 0; j < m; j++) {
      t = a[i * m + j];
      b[i * m + j] = t * 3;
    }
    b[i * m] += t;
  }
}

/* The sum is assigned, not added to: with the directive the old value is added behind the loop. */
static void assigned(int n, int m, const int *restrict a, int *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n*m]) //~ plan=none WC402
  for (int i = 0; i < n; i++) {
    int s = 1;
    #pragma omp simd reduction(+: s) safelen(1)
    for (int j = 0; j < m; j++) {
      b[i * m + j] += 1;
      s = a[i * m + j];
    }
    b[i * m] += s;
  }
}

/* Each iteration has a value that the clause computes. */
static void stepped(int n, int m, const int *restrict a, int *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n*m]) //~ plan=none WC402
  for (int i = 0; i < n; i++) {
    int at = i * m;
    #pragma omp simd linear(at: 1)
    for (int j = 0; j < m; j++)
      b[at++] = a[i * m + j];
  }
}

/* Two loops are one to the lanes. */
static void both(int n, int m, const int *restrict a, int *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n*m]) //~ plan=none WC402
  for (int i = 0; i < n; i++) {
    #pragma omp simd collapse(2)
    for (int j = 0; j < m / 2; j++)
      for (int k = 0; k < 2; k++)
        b[i * m + j * 2 + k] = a[i * m + j * 2 + k];
  }
}

/* The sum of another name begins in the loop. */
static void hidden(int n, int m, const int *restrict a, int *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n*m]) //~ plan=none WC402
  for (int i = 0; i < n; i++) {
    int s = 0;
    #pragma omp simd reduction(+: s)
    for (int j = 0; j < m; j++) {
      s += a[i * m + j];
      int t = 0;
      { int s = a[i * m + j]; t += s; }
      b[i * m + j] = t;
    }
    b[i * m] += s;
  }
}

int main(void) {
  static int a[N * M], b[N * M];
  FILL(a, N * M); FILL(b, N * M);
  copies(N, M, a, b); SHOW(b, N * M);
  assigned(N, M, a, b); SHOW(b, N * M);
  stepped(N, M, a, b); SHOW(b, N * M);
  both(N, M, a, b); SHOW(b, N * M);
  hidden(N, M, a, b); SHOW(b, N * M);
  return 0;
}
