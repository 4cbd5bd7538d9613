/* Flat loops whose index is split by hand. */
/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 40, M = 56 };

/* That `total` is the product is not known here. */
static void fast_rows(double *a, const double *b, int n, int m, int total) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ WC117 WC101
  for (int id = 0; id < total; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += b[i * m + j]; //~ sectors=1..32
  }
}

static void fast_columns(double *a, const double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ !WC117
  for (int id = 0; id < n * m; id++) {
    int i = id / m, j = id % m;
    a[i * m + j] += b[i * m + j];
  }
}

/* Numbers. */
static void fixed(double *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N*M]) //~ WC117 WC101
  for (int id = 0; id <= N * M - 1; id++) {
    int i = id % N, j = id / N;
    a[i * M + j] += 1;
  }
}

/* What is turned round is not told. */
static void turned(double *a, int n, int m) {
#line 34
  {
#line 34
    #pragma clang diagnostic push
#line 34
    #pragma clang diagnostic ignored "-Weverything"
#line 34
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 34
    #pragma clang diagnostic pop
#line 34
    if (warpcc_holds) {
#line 34
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) //~ !WC117 WC102
#line 35
  for (int id = 0; id < n * m; id++) {
#line 36
    int i = id / m;
#line 36
    int j = id % m;
#line 37
    a[i * m + j] += 2;
#line 35
  }
#line 38
    } else {
#line 38
    #pragma clang diagnostic push
#line 38
    #pragma clang diagnostic ignored "-Weverything"
#line 34
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) //~ !WC117 WC102
#line 35
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += 2;
  }
#line 38
    #pragma clang diagnostic pop
#line 38
    }
#line 38
  }
#line 39
}

/* The lanes of a warp have sixteen quotients: neighbours two by two. */
static void short_columns(double *a, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:2*m]) //~ !WC117
#line 44
  for (int id = 0; id < 2 * m; id++) {
#line 45
    int i = id / m;
#line 45
    int j = id % m;
#line 46
    a[i * m + j] += 1;
#line 44
  }
#line 48
}

/* Neither number moves it by one element. */
static void planes(double *a, int n, int m) {
#line 52
  {
#line 52
    #pragma clang diagnostic push
#line 52
    #pragma clang diagnostic ignored "-Weverything"
#line 52
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 52
    #pragma clang diagnostic pop
#line 52
    if (warpcc_holds) {
#line 52
  #pragma omp target teams distribute parallel for map(tofrom: a[0:2*n*m]) //~ !WC117
#line 53
  for (int id = 0; id < n * m; id++) {
#line 54
    int i = id / m;
#line 54
    int j = id % m;
#line 55
    a[2 * (i * m + j)] += 1;
#line 53
  }
#line 56
    } else {
#line 56
    #pragma clang diagnostic push
#line 56
    #pragma clang diagnostic ignored "-Weverything"
#line 52
  #pragma omp target teams distribute parallel for map(tofrom: a[0:2*n*m]) //~ !WC117
#line 53
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[2 * (i * m + j)] += 1;
  }
#line 56
    #pragma clang diagnostic pop
#line 56
    }
#line 56
  }
#line 57
}

/* One lane works. */
static void alone(double *a, int n, int m) {
  #pragma omp target map(tofrom: a[0:n*m]) //~ !WC117
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += 1;
  }
}

int main(void) {
  double a[2 * N * M], b[2 * N * M];
  FILL(a, 2 * N * M);
  FILL(b, 2 * N * M);
  fast_rows(a, b, N, M, N * M); SHOW(a, N * M);
  fast_columns(a, b, N, M); SHOW(a, N * M);
  fixed(a); SHOW(a, N * M);
  turned(a, N, M); SHOW(a, N * M);
  short_columns(a, N); SHOW(a, N * M);
  planes(a, N, M); SHOW(a, 2 * N * M);
  alone(a, N, M); SHOW(a, N * M);
  return 0;
}
