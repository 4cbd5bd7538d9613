/* warpcc-flags: -std=c11 */
/* One array written and four read, of each of which nothing is known. */
#include "../check.h"

enum { N = 60, M = 50 };
static double s[3 * N * M];

static void many(double *a, double *b, double *c, double *d, double *e, int n, int m) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)b) && ((__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)d || (__int128)(__UINTPTR_TYPE__)d + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)b) && ((__int128)(__UINTPTR_TYPE__)c + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)c) && ((__int128)(__UINTPTR_TYPE__)c + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)d || (__int128)(__UINTPTR_TYPE__)d + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)c) && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)e || (__int128)(__UINTPTR_TYPE__)e + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a) && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)d || (__int128)(__UINTPTR_TYPE__)d + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a) && ((__int128)(__UINTPTR_TYPE__)e + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)d || (__int128)(__UINTPTR_TYPE__)d + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)e);
#line 9
    if (warpcc_holds) {
#line 9
    #pragma omp target data use_device_ptr(b, c, a, e, d)
#line 9
      { warpcc_holds = ((b && a && ((__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)b))) && ((b && d && ((__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)d || (__int128)(__UINTPTR_TYPE__)d + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)b))) && ((c && a && ((__int128)(__UINTPTR_TYPE__)c + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)c))) && ((c && d && ((__int128)(__UINTPTR_TYPE__)c + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)d || (__int128)(__UINTPTR_TYPE__)d + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)c))) && ((a && e && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)e || (__int128)(__UINTPTR_TYPE__)e + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a))) && ((a && d && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)d || (__int128)(__UINTPTR_TYPE__)d + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a))) && ((e && d && ((__int128)(__UINTPTR_TYPE__)e + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)d || (__int128)(__UINTPTR_TYPE__)d + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)e))); }
#line 9
    }
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i * m + j] = b[i * m + j] + c[i * m + j];
      d[i * m + j] = e[i * m + j] + b[i * m + j]; //~ sectors=8..32->8
    }
#line 14
    } else {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 10
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i * m + j] = b[i * m + j] + c[i * m + j];
      d[i * m + j] = e[i * m + j] + b[i * m + j]; //~ sectors=8..32->8
    }
#line 14
    #pragma clang diagnostic pop
#line 14
    }
#line 14
  }
#line 15
}

int main(void) {
  FILL(s, 3 * N * M);
  #pragma omp target data map(tofrom: s)
  {
    many(s, s + N * M, s + 2 * N * M, s + N * M, s, 20, M);
    many(s, s + N * M / 2, s + N * M, s + 2 * N * M, s + N * M, N / 2, M);
    many(s + N * M, s, s + 2 * N * M, s + 2 * N * M + 100 * M / 4, s, 1, M);
  }
  SHOW(s, 3 * N * M);
  return 0;
}
