/* warpcc-flags: -std=gnu11 */
/* An empty section maps no storage, but refers to what is mapped already. */
#include "../check.h"
enum { NOTHING = 0, SOME = 64 };
#define NO_ELEMENT (0)
static int A[16384], B[16384];

static void literal(int n, int m, int *a, int *b) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b);
#line 9
    if (warpcc_holds) {
#line 9
    #pragma omp target data use_device_ptr(b, a)
#line 9
      { warpcc_holds = (!b || !a || (__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); }
#line 9
    }
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:0u], b[0:0x0]) //~ !WC301
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1;
#line 12
    } else {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for map(tofrom: a[0:0u], b[0:0x0]) //~ !WC301
#line 10
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1;
#line 12
    #pragma clang diagnostic pop
#line 12
    }
#line 12
  }
#line 13
}

static void constant(int n, int m, int *a, int *b) {
#line 16
  {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 16
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b);
#line 16
    if (warpcc_holds) {
#line 16
    #pragma omp target data use_device_ptr(b, a)
#line 16
      { warpcc_holds = (!b || !a || (__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); }
#line 16
    }
#line 16
    #pragma clang diagnostic pop
#line 16
    if (warpcc_holds) {
#line 16
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:NOTHING], b[0:NO_ELEMENT]) //~ !WC301
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1;
#line 19
    } else {
#line 19
    #pragma clang diagnostic push
#line 19
    #pragma clang diagnostic ignored "-Weverything"
#line 16
  #pragma omp target teams distribute parallel for map(tofrom: a[0:NOTHING], b[0:NO_ELEMENT]) //~ !WC301
#line 17
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1;
#line 19
    #pragma clang diagnostic pop
#line 19
    }
#line 19
  }
#line 20
}

static void unrelated(int n, int m, int k, int *a, int *b) {
#line 23
  {
#line 23
    #pragma clang diagnostic push
#line 23
    #pragma clang diagnostic ignored "-Weverything"
#line 23
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b);
#line 23
    if (warpcc_holds) {
#line 23
    #pragma omp target data use_device_ptr(b, a)
#line 23
      { warpcc_holds = (!b || !a || (__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); }
#line 23
    }
#line 23
    #pragma clang diagnostic pop
#line 23
    if (warpcc_holds) {
#line 23
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:k], b[0:k]) //~ !WC301
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1;
#line 26
    } else {
#line 26
    #pragma clang diagnostic push
#line 26
    #pragma clang diagnostic ignored "-Weverything"
#line 23
  #pragma omp target teams distribute parallel for map(tofrom: a[0:k], b[0:k]) //~ !WC301
#line 24
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1;
#line 26
    #pragma clang diagnostic pop
#line 26
    }
#line 26
  }
#line 27
}

static void around(int n, int m, int k, int *a, int *b) {
  #pragma omp target data map(tofrom: a[0:k], b[0:k])
#line 31
  {
#line 31
    #pragma clang diagnostic push
#line 31
    #pragma clang diagnostic ignored "-Weverything"
#line 31
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b);
#line 31
    if (warpcc_holds) {
#line 31
    #pragma omp target data use_device_ptr(b, a)
#line 31
      { warpcc_holds = ((b && a && ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b))); }
#line 31
    }
#line 31
    #pragma clang diagnostic pop
#line 31
    if (warpcc_holds) {
#line 31
  #pragma omp target teams distribute parallel for collapse(2) //~ !WC301
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1;
#line 34
    } else {
#line 34
    #pragma clang diagnostic push
#line 34
    #pragma clang diagnostic ignored "-Weverything"
#line 31
  #pragma omp target teams distribute parallel for //~ !WC301
#line 32
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1;
#line 34
    #pragma clang diagnostic pop
#line 34
    }
#line 34
  }
#line 35
}

/* Lengths that are constants or computed from the loops' bounds are positive where the loops run. */
static void related(int n, int m, int *a, int *b) {
  const int count = n * m;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:count], b[0:(size_t)SOME*SOME]) //~ plan=collapse(2) WC301
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = b[i * m + j] % 1009 + 1;
}

int main(void) {
  FILL(A, 16384);
  FILL(B, 16384);
  #pragma omp target data map(tofrom: A)
  {
    literal(9, 900, A + 1, A);
    constant(9, 900, A + 1, A);
    unrelated(9, 900, 0, A + 1, A);
    around(9, 900, 0, A + 1, A);
  }
  related(SOME, SOME, A, B);
  SHOW(A, 16384);
  SHOW(B, 16384);
  return 0;
}
