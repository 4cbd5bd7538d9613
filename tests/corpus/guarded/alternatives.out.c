/* warpcc-flags: -std=c11 -DGPU */
/* Preprocessor conditionals choose the directive: both versions of the region are those of this compilation. */
#include "../check.h"

enum { N = 48 };

static void shift(int n, int ld, float *to, const float *from) {
#ifdef GPU
#line 9
{
#line 9
  #pragma clang diagnostic push
#line 9
  #pragma clang diagnostic ignored "-Weverything"
#line 9
  int warpcc_holds = n >= 0 && ld >= 0 && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from);
#line 9
  if (warpcc_holds) {
#line 9
  #pragma omp target data use_device_ptr(from, to)
#line 9
    { warpcc_holds = n >= 0 && ld >= 0 && ((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from))); }
#line 9
  }
#line 9
  #pragma clang diagnostic pop
#line 9
  if (warpcc_holds) {
#line 9
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i];
#line 15
  } else {
#line 15
  #pragma clang diagnostic push
#line 15
  #pragma clang diagnostic ignored "-Weverything"
#line 9
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 13
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i];
#line 15
  #pragma clang diagnostic pop
#line 15
  }
#line 15
}
#line 16
}

/* In the group that is taken, the last one. */
static void other(int n, int ld, float *to, const float *from) {
#if !defined GPU
#pragma omp parallel for
#else /* on the device */
#line 23
{
#line 23
  #pragma clang diagnostic push
#line 23
  #pragma clang diagnostic ignored "-Weverything"
#line 23
  int warpcc_holds = n >= 0 && ld >= 0 && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from);
#line 23
  if (warpcc_holds) {
#line 23
  #pragma omp target data use_device_ptr(from, to)
#line 23
    { warpcc_holds = n >= 0 && ld >= 0 && ((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from))); }
#line 23
  }
#line 23
  #pragma clang diagnostic pop
#line 23
  if (warpcc_holds) {
#line 23
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] -= from[j * n + i];
#line 27
  } else {
#line 27
  #pragma clang diagnostic push
#line 27
  #pragma clang diagnostic ignored "-Weverything"
#line 23
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 25
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] -= from[j * n + i];
#line 27
  #pragma clang diagnostic pop
#line 27
  }
#line 27
}
#line 28
}

/* A conditional of the inside has no one line. */
static void inside(int n, int ld, float *to, const float *from) {
#pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
#ifdef GPU
      to[i * ld + j] -= from[j * n + i];
#else
      to[i * ld + j] += from[j * n + i];
#endif
}

int main(void) {
  float *a = malloc(2 * N * N * sizeof *a), *b = a + N * N;
  FILL(a, 2 * N * N);
  shift(N, N, a, b);
  other(N, N, a, b);
  inside(N, N, a, b);
  SHOW(a, N * N);
  return 0;
}

/* warpcc-report: whole */
