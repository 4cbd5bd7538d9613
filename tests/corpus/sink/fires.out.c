/* warpcc-flags: -std=c11 */
/* Definitions that read memory move into the loops that leave it alone. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[M][N], s[N], t[N];
static int first[N];

static void scaled(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: s) //~ plan=collapse(2)+sink(12)
  for (int i = 0; i < N; i++) {
#line 13
    for (int j = 0; j < M; j++) { //~ j=proved
#line 12
      double factor = s[i];
#line 14
      a[i][j] *= factor;
#line 14
    }
#line 15
  }
}

/* Of one statement, and of one another; of an array that the loop inside stores to elsewhere. */
static void chained(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) map(to: s, t, first) //~ plan=collapse(2)+sink(22,23,25)
  for (int i = 0; i < N; i++) {
     /* two of them */
#line 26
    for (int j = 1; j < M; j++) {
#line 22
      const double x = s[i], y = 2 * x;
#line 23
      double z = y + t[first[i] % N];
#line 25
      double w = b[i][0];
#line 27
      b[i][j] += z * x - w;
#line 27
    }
#line 28
  }
}

/* Past two loops, from between each. */
static void past_two(double *restrict x, int n) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: x[0:N*n*16]) map(to: s, a) //~ plan=collapse(3)+sink(35,37)
  for (int i = 0; i < N; i++) {
#line 36
    for (int j = 0; j < n; j++) {
#line 38
      for (int k = 0; k < 16; k++) {
#line 35
        double p = s[i];
#line 37
        double q = a[i][j];
#line 39
        x[(i*n + j)*16 + k] += p + q;
#line 39
      }
#line 40
    }
  }
}

/* The loop inside follows the outer one, and gets the bounds of its box. */
static void triangle(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: t) //~ plan=collapse(2)+box(j)+sink(48)
  for (int i = 0; i < M; i++) {
#line 49
    for (int j = 0; j <= M - 1; j++)
      if (j <= i) {
#line 48
      double x = t[i];
#line 50
      a[i][j] += x;
#line 50
    }
#line 51
  }
}

/* The order that walks along rows; the definition stays with the loop over k. */
static void product(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) map(to: a, c) //~ plan=interchange(i,j,k)+collapse(2)+sink(59)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
#line 60
      for (int k = 0; k < M; k++) {
#line 59
        double x = a[i][k];
#line 61
        b[i][j] += x * c[k][j];
#line 61
      }
#line 62
    }
}

/* What is read may be what is written: the host looks first. */
static void two_names(double *x, const double *y, int n) {
#line 67
  {
#line 67
    #pragma clang diagnostic push
#line 67
    #pragma clang diagnostic ignored "-Weverything"
#line 67
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)y + (__int128)8 - (__int128)8 * n + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)x || (__int128)(__UINTPTR_TYPE__)x + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)y);
#line 67
    if (warpcc_holds) {
#line 67
    #pragma omp target data use_device_ptr(y, x)
#line 67
      { warpcc_holds = (!x || (y && ((__int128)(__UINTPTR_TYPE__)y + (__int128)8 - (__int128)8 * n + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)x || (__int128)(__UINTPTR_TYPE__)x + (__int128)8 * n * n <= (__int128)(__UINTPTR_TYPE__)y))); }
#line 67
    }
#line 67
    #pragma clang diagnostic pop
#line 67
    if (warpcc_holds) {
#line 67
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)+sink(69) WC109
  for (int i = 0; i < n; i++) {
#line 70
    for (int j = 0; j < n; j++) {
#line 69
      double factor = y[i*n];
#line 71
      x[i*n + j] += factor;
#line 71
    }
#line 72
  }
#line 72
    } else {
#line 72
    #pragma clang diagnostic push
#line 72
    #pragma clang diagnostic ignored "-Weverything"
#line 67
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)+sink(69) WC109
#line 68
  for (int i = 0; i < n; i++) {
    double factor = y[i*n];
    for (int j = 0; j < n; j++)
      x[i*n + j] += factor;
  }
#line 72
    #pragma clang diagnostic pop
#line 72
    }
#line 72
  }
#line 73
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], M * N);
  FILL(s, N);
  FILL(t, N);
  FILL(first, N);
  scaled();
  SHOW(&a[0][0], N * M);
  chained();
  SHOW(&b[0][0], N * M);
  static double x[N * 8 * 16];
  FILL(x, N * 8 * 16);
  past_two(x, 8);
  SHOW(x, N * 8 * 16);
  triangle();
  SHOW(&a[0][0], N * M);
  product();
  SHOW(&b[0][0], N * M);
  #pragma omp target data map(tofrom: x) map(to: c)
  {
    two_names(x, &c[0][0], 33);
    two_names(x, x, 33);
  }
  SHOW(x, N * 8 * 16);
  return 0;
}
