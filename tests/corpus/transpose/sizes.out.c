/* Flat loops over a matrix whose counter is split the wrong way round: lanes differ in the number that moves an address by a row. */
/* warpcc-flags: -std=c11 -Wextra -Werror=unused-variable */
#include "../check.h"
#include <stddef.h>
enum { N = 40, M = 56 };

static void ints(double *a, const double *b, int n, int m) {
#line 8
  {
#line 8
    #pragma clang diagnostic push
#line 8
    #pragma clang diagnostic ignored "-Weverything"
#line 8
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 8
    #pragma clang diagnostic pop
#line 8
    if (warpcc_holds) {
#line 8
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 9
  for (int id = 0; id < n * m; id++) {
#line 10
    int i = id / m;
#line 10
    int j = id % m;
#line 11
    a[i * m + j] += b[i * m + j];
#line 9
  }
#line 12
    } else {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 8
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 9
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += b[i * m + j]; //~ sectors=1..32->8
  }
#line 12
    #pragma clang diagnostic pop
#line 12
    }
#line 12
  }
#line 13
}

/* The product comes in another order, and the counter is declared outside. */
static void counter(double *a, const double *b, int n, int m) {
  int id;
#line 18
  {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 18
    int warpcc_holds = (__int128)m >= 1 && (__int128)n >= 1;
#line 18
    #pragma clang diagnostic pop
#line 18
    if (warpcc_holds) {
#line 18
  #pragma omp target teams distribute parallel for private(id) map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 19
  for (int id = 0; id < m * n; id++) {
#line 20
    const int j = id % m;
#line 21
    const int i = id / m;
#line 22
    a[i * m + j] -= b[i * m + j];
#line 19
  }
#line 23
    } else {
#line 23
    #pragma clang diagnostic push
#line 23
    #pragma clang diagnostic ignored "-Weverything"
#line 18
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 19
  for (id = 0; id < m * n; ++id) {
    const int j = id / n;
    const int i = id % n;
    a[i * m + j] -= b[i * m + j];
  }
#line 23
    #pragma clang diagnostic pop
#line 23
    }
#line 23
  }
#line 24
}

static void long_sizes(double *a, const double *b, long n, long m) {
#line 27
  {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 27
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 27
    #pragma clang diagnostic pop
#line 27
    if (warpcc_holds) {
#line 27
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 28
  for (long id = 0l; id < n * m; id += 1l) {
#line 29
    long i = id / m;
#line 29
    long j = id % m;
#line 30
    a[i * m + j] += 2 * b[i * m + j];
#line 28
  }
#line 31
    } else {
#line 31
    #pragma clang diagnostic push
#line 31
    #pragma clang diagnostic ignored "-Weverything"
#line 27
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 28
  for (long id = 0; id < n * m; id++) {
    long i = id % n, j = id / n;
    a[i * m + j] += 2 * b[i * m + j];
  }
#line 31
    #pragma clang diagnostic pop
#line 31
    }
#line 31
  }
#line 32
}

/* The product of two `int` fits in a `size_t`. */
static void wide(double *a, const double *b, int n, int m) {
#line 36
  {
#line 36
    #pragma clang diagnostic push
#line 36
    #pragma clang diagnostic ignored "-Weverything"
#line 36
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 36
    #pragma clang diagnostic pop
#line 36
    if (warpcc_holds) {
#line 36
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 37
  for (unsigned long id = 0ul; id < (size_t)n * m; id++) {
#line 38
    int i = (int)(id / (unsigned long)m);
#line 38
    int j = (int)(id % (unsigned long)m);
#line 39
    a[i * m + j] += 3 * b[i * m + j];
#line 37
  }
#line 40
    } else {
#line 40
    #pragma clang diagnostic push
#line 40
    #pragma clang diagnostic ignored "-Weverything"
#line 36
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 37
  for (size_t id = 0; id < (size_t)n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += 3 * b[i * m + j];
  }
#line 40
    #pragma clang diagnostic pop
#line 40
    }
#line 40
  }
#line 41
}

/* Products of unsigned sizes may wrap around, which the host finds out. */
static void sizes(double *a, const double *b, size_t n, size_t m) {
#line 45
  {
#line 45
    #pragma clang diagnostic push
#line 45
    #pragma clang diagnostic ignored "-Weverything"
#line 45
    int warpcc_holds = n <= 4611686018427387904 && m <= 4611686018427387904 && (__int128)n * m <= 4611686018427387904;
#line 45
    #pragma clang diagnostic pop
#line 45
    if (warpcc_holds) {
#line 45
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 46
  for (unsigned long id = 0ul; id < n * m; id++) {
#line 47
    unsigned long i = id / m;
#line 47
    unsigned long j = id % m;
#line 48
    a[i * m + j] -= 2 * b[i * m + j];
#line 46
  }
#line 49
    } else {
#line 49
    #pragma clang diagnostic push
#line 49
    #pragma clang diagnostic ignored "-Weverything"
#line 45
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 46
  for (size_t id = 0; id < n * m; id++) {
    size_t i = id % n, j = id / n;
    a[i * m + j] -= 2 * b[i * m + j];
  }
#line 49
    #pragma clang diagnostic pop
#line 49
    }
#line 49
  }
#line 50
}

/* Numbers need no test. */
static void numbers(double (*a)[M], double (*b)[M]) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N]) map(to: b[0:N]) //~ plan=transpose(id) !WC109
#line 55
  for (int id = 0; id < N * M; id++) {
#line 56
    int i = id / 56;
#line 56
    int j = id % 56;
#line 57
    a[i][j] += b[i][j];
#line 55
  }
#line 59
}

/* One side is a number. */
static void one_number(float *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*64]) //~ plan=transpose(k)
#line 64
  for (int k = 0; k < n * 64; k++) {
#line 65
    int row = k / 64;
#line 65
    int column = k % 64;
#line 66
    a[row * 64 + column] = 2 * a[row * 64 + column] + row;
#line 64
  }
#line 68
}

/* An array of a variable shape. */
static void variable(int n, int m, double a[n][m]) {
#line 72
  {
#line 72
    #pragma clang diagnostic push
#line 72
    #pragma clang diagnostic ignored "-Weverything"
#line 72
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 72
    #pragma clang diagnostic pop
#line 72
    if (warpcc_holds) {
#line 72
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=transpose(id)
#line 73
  for (int id = 0; id < n * m; id++) {
#line 74
    int i = id / m;
#line 74
    int j = id % m;
#line 75
    a[i][j] += i - 2 * j;
#line 73
  }
#line 76
    } else {
#line 76
    #pragma clang diagnostic push
#line 76
    #pragma clang diagnostic ignored "-Weverything"
#line 72
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=transpose(id)
#line 73
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i][j] += i - 2 * j;
  }
#line 76
    #pragma clang diagnostic pop
#line 76
    }
#line 76
  }
#line 77
}

int main(void) {
  static double a[N * M], b[N * M];
  static float f[N * 64];
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(f, N * 64);
  ints(a, b, N, M); SHOW(a, N * M);
  ints(a, b, 7, 5); SHOW(a, N * M);
  ints(a, b, 0, 5); SHOW(a, N * M);
  counter(a, b, N, M); SHOW(a, N * M);
  long_sizes(a, b, N, M); SHOW(a, N * M);
  wide(a, b, N, M); SHOW(a, N * M);
  sizes(a, b, N, M); SHOW(a, N * M);
  sizes(a, b, M, 1); SHOW(a, N * M);
  sizes(a, b, 1, M); SHOW(a, N * M);
  numbers((double (*)[M])a, (double (*)[M])b); SHOW(a, N * M);
  one_number(f, N); SHOW(f, N * 64);
  variable(N, M, (double (*)[M])a); SHOW(a, N * M);
  return 0;
}
