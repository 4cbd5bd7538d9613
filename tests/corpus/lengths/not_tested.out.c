/* warpcc-flags: -std=c11 */
/* Lengths that are not computed once more: by a call, from a member, from what the region does not name; and a section that is empty by
   what it says. */
#include "../check.h"

enum { N = 40 * 40 };

struct grid { int n, pitch; };

static int area(int n, int m) { return n * m; }
#define AREA(n, m) area(n, m)

static void called(const double *a, int lda, double *b, int n, int m) {
#line 14
  {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 14
    int warpcc_holds = m >= 0 && lda >= 0 && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 14
    if (warpcc_holds) {
#line 14
    #pragma omp target data use_device_ptr(a, b)
#line 14
      { warpcc_holds = m >= 0 && lda >= 0 && (!a || !b || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a); }
#line 14
    }
#line 14
    #pragma clang diagnostic pop
#line 14
    if (warpcc_holds) {
#line 14
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:area(n, lda)]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 17
    } else {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 14
  #pragma omp target teams distribute parallel for map(to: a[0:area(n, lda)]) map(tofrom: b[0:n*m])
#line 15
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 17
    #pragma clang diagnostic pop
#line 17
    }
#line 17
  }
#line 18
}

static void hidden(const double *a, int lda, double *b, int n, int m) {
#line 21
  {
#line 21
    #pragma clang diagnostic push
#line 21
    #pragma clang diagnostic ignored "-Weverything"
#line 21
    int warpcc_holds = m >= 0 && lda >= 0 && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 21
    if (warpcc_holds) {
#line 21
    #pragma omp target data use_device_ptr(a, b)
#line 21
      { warpcc_holds = m >= 0 && lda >= 0 && (!a || !b || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a); }
#line 21
    }
#line 21
    #pragma clang diagnostic pop
#line 21
    if (warpcc_holds) {
#line 21
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:AREA(n, lda)]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 24
    } else {
#line 24
    #pragma clang diagnostic push
#line 24
    #pragma clang diagnostic ignored "-Weverything"
#line 21
  #pragma omp target teams distribute parallel for map(to: a[0:AREA(n, lda)]) map(tofrom: b[0:n*m])
#line 22
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 24
    #pragma clang diagnostic pop
#line 24
    }
#line 24
  }
#line 25
}

static void member(const double *a, struct grid g, double *b, int n, int m) {
  int lda = g.pitch;
#line 29
  {
#line 29
    #pragma clang diagnostic push
#line 29
    #pragma clang diagnostic ignored "-Weverything"
#line 29
    int warpcc_holds = m >= 0 && lda >= 0 && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 29
    if (warpcc_holds) {
#line 29
    #pragma omp target data use_device_ptr(a, b)
#line 29
      { warpcc_holds = m >= 0 && lda >= 0 && (!a || !b || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a); }
#line 29
    }
#line 29
    #pragma clang diagnostic pop
#line 29
    if (warpcc_holds) {
#line 29
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:g.n*g.pitch]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 32
    } else {
#line 32
    #pragma clang diagnostic push
#line 32
    #pragma clang diagnostic ignored "-Weverything"
#line 29
  #pragma omp target teams distribute parallel for map(to: a[0:g.n*g.pitch]) map(tofrom: b[0:n*m])
#line 30
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 32
    #pragma clang diagnostic pop
#line 32
    }
#line 32
  }
#line 33
}

static void unnamed(const double *a, int lda, int all, double *b, int n, int m) {
#line 36
  {
#line 36
    #pragma clang diagnostic push
#line 36
    #pragma clang diagnostic ignored "-Weverything"
#line 36
    int warpcc_holds = m >= 0 && lda >= 0 && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 36
    if (warpcc_holds) {
#line 36
    #pragma omp target data use_device_ptr(a, b)
#line 36
      { warpcc_holds = m >= 0 && lda >= 0 && (!a || !b || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a); }
#line 36
    }
#line 36
    #pragma clang diagnostic pop
#line 36
    if (warpcc_holds) {
#line 36
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:all]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 39
    } else {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Weverything"
#line 36
  #pragma omp target teams distribute parallel for map(to: a[0:all]) map(tofrom: b[0:n*m])
#line 37
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 39
    #pragma clang diagnostic pop
#line 39
    }
#line 39
  }
#line 40
}

static void present(const double *a, int lda, double *b, int n, int m) {
#line 43
  {
#line 43
    #pragma clang diagnostic push
#line 43
    #pragma clang diagnostic ignored "-Weverything"
#line 43
    int warpcc_holds = m >= 0 && lda >= 0 && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 43
    if (warpcc_holds) {
#line 43
    #pragma omp target data use_device_ptr(a, b)
#line 43
      { warpcc_holds = m >= 0 && lda >= 0 && (!a || !b || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * lda + (__int128)8 * m - (__int128)8 * lda <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a); }
#line 43
    }
#line 43
    #pragma clang diagnostic pop
#line 43
    if (warpcc_holds) {
#line 43
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:0]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 46
    } else {
#line 46
    #pragma clang diagnostic push
#line 46
    #pragma clang diagnostic ignored "-Weverything"
#line 43
  #pragma omp target teams distribute parallel for map(to: a[0:0]) map(tofrom: b[0:n*m])
#line 44
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
#line 46
    #pragma clang diagnostic pop
#line 46
    }
#line 46
  }
#line 47
}

int main(void) {
  double x[N], y[N];
  FILL(x, N);
  FILL(y, N);
  called(x, 30, y, 20, 30);
  hidden(x, 30, y, 20, 30);
  member(x, (struct grid){20, 30}, y, 20, 30);
  unnamed(x, 30, 600, y, 20, 30);
  SHOW(y, N);
  #pragma omp target data map(to: x[0:N])
  present(x, 30, y, 20, 30);
  SHOW(y, N);
  return 0;
}
