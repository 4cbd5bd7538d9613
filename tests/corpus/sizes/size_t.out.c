/* `size_t` and plain pointers: a test of sizes and of ranges. */
#include "../check.h"
#include <stddef.h>
#include <stdint.h>

enum { N = 31, M = 40 };

static void copy(size_t n, size_t m, size_t pitch, const float *in, float *out) {
#line 9
{
#line 9
  #pragma clang diagnostic push
#line 9
  #pragma clang diagnostic ignored "-Weverything"
#line 9
  int warpcc_holds = n <= 2305843009213693952 && m <= 2305843009213693952 && pitch <= 2305843009213693952 && (__int128)n * pitch <= 4503599627370496 && (__int128)m <= 4503599627370496 && ((__int128)(__UINTPTR_TYPE__)in + (__int128)4 * n * pitch + (__int128)4 * m - (__int128)4 * pitch <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)4 * n * pitch + (__int128)4 * m - (__int128)4 * pitch <= (__int128)(__UINTPTR_TYPE__)in);
#line 9
  if (warpcc_holds) {
#line 9
  #pragma omp target data use_device_ptr(in, out)
#line 9
    { warpcc_holds = n <= 2305843009213693952 && m <= 2305843009213693952 && pitch <= 2305843009213693952 && (__int128)n * pitch <= 4503599627370496 && (__int128)m <= 4503599627370496 && ((in && out && ((__int128)(__UINTPTR_TYPE__)in + (__int128)4 * n * pitch + (__int128)4 * m - (__int128)4 * pitch <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)4 * n * pitch + (__int128)4 * m - (__int128)4 * pitch <= (__int128)(__UINTPTR_TYPE__)in))); }
#line 9
  }
#line 9
  #pragma clang diagnostic pop
#line 9
  if (warpcc_holds) {
#line 9
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (size_t y = 0; y < n; y++)
    for (size_t x = 0; x < m; x++)
      out[y * pitch + x] = 1 + in[y * pitch + x];
#line 12
  } else {
#line 12
  #pragma clang diagnostic push
#line 12
  #pragma clang diagnostic ignored "-Weverything"
#line 9
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 10
  for (size_t y = 0; y < n; y++)
    for (size_t x = 0; x < m; x++)
      out[y * pitch + x] = 1 + in[y * pitch + x];
#line 12
  #pragma clang diagnostic pop
#line 12
  }
#line 12
}
#line 13
}

/* One size, and a number for each iteration. */
static void four(uint64_t vectors, const float *in, float *out) {
#line 17
{
#line 17
  #pragma clang diagnostic push
#line 17
  #pragma clang diagnostic ignored "-Weverything"
#line 17
  int warpcc_holds = (__int128)vectors <= 4503599627370496 && ((__int128)(__UINTPTR_TYPE__)in + (__int128)16 * vectors <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)16 * vectors <= (__int128)(__UINTPTR_TYPE__)in);
#line 17
  if (warpcc_holds) {
#line 17
  #pragma omp target data use_device_ptr(in, out)
#line 17
    { warpcc_holds = (__int128)vectors <= 4503599627370496 && ((in && out && ((__int128)(__UINTPTR_TYPE__)in + (__int128)16 * vectors <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)16 * vectors <= (__int128)(__UINTPTR_TYPE__)in))); }
#line 17
  }
#line 17
  #pragma clang diagnostic pop
#line 17
  if (warpcc_holds) {
#line 17
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (uint64_t i = 0; i < vectors; i++)
    for (int k = 0; k < 4; k++)
      out[4 * i + k] = 2 * in[4 * i + k];
#line 20
  } else {
#line 20
  #pragma clang diagnostic push
#line 20
  #pragma clang diagnostic ignored "-Weverything"
#line 17
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 18
  for (uint64_t i = 0; i < vectors; i++)
    for (int k = 0; k < 4; k++)
      out[4 * i + k] = 2 * in[4 * i + k];
#line 20
  #pragma clang diagnostic pop
#line 20
  }
#line 20
}
#line 21
}

/* Pointers that are global variables may be others on the device: no test, and no condition either. */
static float *from, *to;
static void global(size_t n, size_t m) {
#pragma omp target teams distribute parallel for //~ plan=none WC207
  for (size_t y = 0; y < n; y++)
    for (size_t x = 0; x < m; x++)
      to[y * m + x] = 1 + from[y * m + x];
}

int main(void) {
  float *a = malloc(2 * N * M * sizeof *a), *b = a + N * M;
  FILL(a, 2 * N * M);
#pragma omp target data map(tofrom: a[0:2*N*M])
  {
    copy(N, M, M, a, b);
    copy(N, M - 1, M, a, a + 1);
    copy(0, SIZE_MAX, SIZE_MAX, a, b);
    copy(1, M, SIZE_MAX / 2 + 1, a, b);
    four(N * M / 4, a, b);
    four(0, a, a);
  }
  SHOW(a, 2 * N * M);
  from = a;
  to = b;
  if (b == a)
    global(N, M);
  free(a);
  return 0;
}
