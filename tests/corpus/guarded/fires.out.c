/* warpcc-flags: -std=c11 */
/* Two versions under a test: pointers of unknown origin. Every kernel is called with ranges that do
   not overlap and with ranges that do: there each row is a chain from left to right. */
#include "../check.h"

enum { N = 33, M = 17, LD = 19 };

static void copy(double *b, const double *a, int n, int m, int ld) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = ld >= 0 && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)a);
#line 9
    if (warpcc_holds) {
#line 9
    #pragma omp target data use_device_ptr(a, b)
#line 9
      { warpcc_holds = ld >= 0 && ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * ld + (__int128)8 * m - (__int128)8 * ld <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 9
    }
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[i * ld + j] = a[i * ld + j] + 1; // the last line
#line 12
    } else {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 10
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=unknown
      b[i * ld + j] = a[i * ld + j] + 1;
#line 12
    #pragma clang diagnostic pop
#line 12
    }
#line 12
  }
#line 13
}

static void wide(double *c, const double *a, const double *b, long n, long m) {
  if (n > 0)
#line 17
    {
#line 17
      #pragma clang diagnostic push
#line 17
      #pragma clang diagnostic ignored "-Weverything"
#line 17
      int warpcc_holds = n >= -2305843009213693952 && n <= 2305843009213693952 && m >= -2305843009213693952 && m <= 2305843009213693952 && ((__int128)(__UINTPTR_TYPE__)a - (__int128)8 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)c + (__int128)8 || (__int128)(__UINTPTR_TYPE__)c + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a) && ((__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)c + (__int128)8 || (__int128)(__UINTPTR_TYPE__)c + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)b + (__int128)8);
#line 17
      if (warpcc_holds) {
#line 17
      #pragma omp target data use_device_ptr(a, b, c)
#line 17
        { warpcc_holds = n >= -2305843009213693952 && n <= 2305843009213693952 && m >= -2305843009213693952 && m <= 2305843009213693952 && (!c || (a && ((__int128)(__UINTPTR_TYPE__)a - (__int128)8 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)c + (__int128)8 || (__int128)(__UINTPTR_TYPE__)c + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a))) && (!c || (b && ((__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)c + (__int128)8 || (__int128)(__UINTPTR_TYPE__)c + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)b + (__int128)8))); }
#line 17
      }
#line 17
      #pragma clang diagnostic pop
#line 17
      if (warpcc_holds) {
#line 17
    #pragma omp target teams distribute parallel for collapse(2) /* two conditions */ \
        map(tofrom: c[0:n * m])
    for (long i = 0; i < n; i++) { //~ plan=collapse(2) WC109
      /* both are read */
      for (long j = 1; j < m; j++) {
        c[i * m + j] = a[i * m + j - 1]
                     + b[i * m + j]; /* a comment */
      }
    }
#line 25
      } else {
#line 25
      #pragma clang diagnostic push
#line 25
      #pragma clang diagnostic ignored "-Weverything"
#line 17
    #pragma omp target teams distribute parallel for /* two conditions */ \
        map(tofrom: c[0:n * m])
#line 19
    for (long i = 0; i < n; i++) { //~ plan=collapse(2) WC109
      /* both are read */
      for (long j = 1; j < m; j++) {
        c[i * m + j] = a[i * m + j - 1]
                     + b[i * m + j]; /* a comment */
      }
    }
#line 25
      #pragma clang diagnostic pop
#line 25
      }
#line 25
    }
#line 26
  else
    printf("nothing\n");
}

static void turned(float *c, float *a, float *b, int n, int m) {
#line 31
  {
#line 31
    #pragma clang diagnostic push
#line 31
    #pragma clang diagnostic ignored "-Weverything"
#line 31
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)12 * n <= (__int128)(__UINTPTR_TYPE__)c || (__int128)(__UINTPTR_TYPE__)c + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)a) && ((__int128)(__UINTPTR_TYPE__)b + (__int128)12 * m <= (__int128)(__UINTPTR_TYPE__)c || (__int128)(__UINTPTR_TYPE__)c + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)b);
#line 31
    if (warpcc_holds) {
#line 31
    #pragma omp target data use_device_ptr(a, b, c)
#line 31
      { warpcc_holds = ((a && c && ((__int128)(__UINTPTR_TYPE__)a + (__int128)12 * n <= (__int128)(__UINTPTR_TYPE__)c || (__int128)(__UINTPTR_TYPE__)c + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)a))) && ((b && c && ((__int128)(__UINTPTR_TYPE__)b + (__int128)12 * m <= (__int128)(__UINTPTR_TYPE__)c || (__int128)(__UINTPTR_TYPE__)c + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)b))); }
#line 31
    }
#line 31
    #pragma clang diagnostic pop
#line 31
    if (warpcc_holds) {
#line 31
  #pragma omp target teams distribute parallel for collapse(2) /* why */ thread_limit(64) // here
  for (int i = 0; i < n; i++) { //~ plan=interchange(i,j,k)+collapse(2) WC109
    for (int j = 0; j < m; j++)
      for (int k = 0; k < 3; k++)
        c[i * m + j] += a[i * 3 + k] * b[k * m + j];
  }
#line 36
    } else {
#line 36
    #pragma clang diagnostic push
#line 36
    #pragma clang diagnostic ignored "-Weverything"
#line 31
  #pragma omp target teams distribute parallel for /* why */ thread_limit(64) // here
#line 32
  for (int i = 0; i < n; i++) { //~ plan=interchange(i,j,k)+collapse(2) WC109
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < m; j++)
        c[i * m + j] += a[i * 3 + k] * b[k * m + j];
  }
#line 36
    #pragma clang diagnostic pop
#line 36
    }
#line 36
  }
#line 37
}

static void listed(int *b, int *a, int n, int m) {
#line 40
  {
#line 40
    #pragma clang diagnostic push
#line 40
    #pragma clang diagnostic ignored "-Weverything"
#line 40
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 40
    if (warpcc_holds) {
#line 40
    #pragma omp target data use_device_ptr(a, b)
#line 40
      { warpcc_holds = ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 40
    }
#line 40
    #pragma clang diagnostic pop
#line 40
    if (warpcc_holds) {
#line 40
  #pragma omp target teams distribute parallel for collapse(2) default(none) shared(a, b) firstprivate(n, m)
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < m; j++)
      b[i * m + j] += a[m * n - 1 - (i * m + j)];
#line 43
    } else {
#line 43
    #pragma clang diagnostic push
#line 43
    #pragma clang diagnostic ignored "-Weverything"
#line 40
  #pragma omp target teams distribute parallel for default(none) shared(a, b) firstprivate(n, m)
#line 41
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < m; j++)
      b[i * m + j] += a[m * n - 1 - (i * m + j)];
#line 43
    #pragma clang diagnostic pop
#line 43
    }
#line 43
  }
#line 44
}

int main(void) {
  double *x = malloc(2 * N * LD * sizeof *x), *y = x + N * LD;
  FILL(x, 2 * N * LD);
  #pragma omp target data map(tofrom: x[0:2 * N * LD])
  {
    copy(y, x, N, M, LD);
    copy(x + 1, x, N, M, LD);
    copy(x, x + 1, N, M, LD);
    copy(x + N * LD - 2, x, N, M, LD);
    copy(x + N * LD - 2, x, N, M, LD);
    copy(y + (N - 1) * LD, x + (N - 1) * LD, N, M, -LD);
    copy(x, y, 0, M, LD);
    copy(x, x, N, 0, LD);
  }
  SHOW(x, 2 * N * LD);
  #pragma omp target data map(tofrom: x[0:2 * N * LD])
  {
    wide(y, x, x, N, M);
    wide(x, x, y, N, M);
    wide(y, x, y, N, M);
    wide(y, x, y, 0, M);
  }
  SHOW(x, 2 * N * LD);
  float *f = malloc(2 * N * M * sizeof *f);
  int *k = malloc(2 * N * M * sizeof *k);
  FILL(f, 2 * N * M);
  FILL(k, 2 * N * M);
  #pragma omp target data map(tofrom: f[0:2 * N * M], k[0:2 * N * M])
  {
    turned(f + N * M, f, f + 7, N, M);
    turned(f, f + 1, f + N * M, 1, M);
    turned(f, f + N * M, f + N * M, N, M);
    listed(k + N * M, k, N, M);
    listed(k, k + N * M, N, M);
  }
  SHOW(f, 2 * N * M);
  SHOW(k, 2 * N * M);
  return 0;
}
