/* warpcc-flags: -std=c11 */
/* Regions that get a test: rewriting again decides the same of both. */
#include "../check.h"

enum { N = 40 };
static unsigned a[N * N], b[N * N], q[N * N];

/* The test declares a variable. */
static void tested(unsigned *A, unsigned *Q, int n, int c) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)Q + (__int128)4 * n * c <= (__int128)(__UINTPTR_TYPE__)A || (__int128)(__UINTPTR_TYPE__)A - (__int128)4 * n + (__int128)4 * n * n + (__int128)4 * c <= (__int128)(__UINTPTR_TYPE__)Q);
#line 10
    if (warpcc_holds) {
#line 10
    #pragma omp target data use_device_ptr(Q, A)
#line 10
      { warpcc_holds = (!A || (Q && ((__int128)(__UINTPTR_TYPE__)Q + (__int128)4 * n * c <= (__int128)(__UINTPTR_TYPE__)A || (__int128)(__UINTPTR_TYPE__)A - (__int128)4 * n + (__int128)4 * n * n + (__int128)4 * c <= (__int128)(__UINTPTR_TYPE__)Q))); }
#line 10
    }
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: A[0:N*N]) map(to: q) //~ plan=combine+collapse(2)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < c; k++)
      A[i * n + k] += Q[k * n + i] * 3u;
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for map(tofrom: A[0:N*N]) map(to: q) //~ plan=combine+collapse(2)
#line 11
  for (int i = 0; i < n; i++)
    for (int k = 0; k < c; k++)
      A[i * n + k] += Q[k * n + i] * 3u;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

/* It has two levels behind its test. */
static void levels(unsigned *A, unsigned *B, unsigned *Q, int n, int c) {
  #pragma omp target parallel for map(tofrom: A[0:N*N], B[0:N*N]) //~ plan=none WC110
  for (int i = n; i >= 0; i -= 1) {
    int size = c;
    for (int j = 0; j < size; j += 2)
      for (int k = 0; k < size; k++)
        A[i * 6 + k] += B[i * n + j] * 3u + size;
    for (int j = 0; j < 33; j++)
      B[j] += Q[i * 6] * 3u;
  }
}

int main(void) {
  FILL(a, N * N);
  FILL(b, N * N);
  FILL(q, N * N);
  #pragma omp target data map(tofrom: a, q)
  tested(a, q, 20, 9);
  SHOW(a, N * N);
  #pragma omp target data map(tofrom: q)
  levels(a, b, q, 0, 13);
  SHOW(a, N * N);
  SHOW(b, N * N);
  return 0;
}
