/* warpcc-flags: -std=c11 -DGPU */
/* Preprocessor conditionals choose the directive: both versions of the region are those of this compilation. */
#include "../check.h"

enum { N = 48 };

static void shift(int n, int ld, float *to, const float *from) {
#ifdef GPU
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = n >= 0 && ld >= 0 && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = n >= 0 && ld >= 0 && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[i * ld + j] += from[j * n + i]; _Pragma("clang diagnostic pop") } }
}

/* In the group that is taken, the last one. */
static void other(int n, int ld, float *to, const float *from) {
#if !defined GPU
#pragma omp parallel for
#else /* on the device */
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = n >= 0 && ld >= 0 && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = n >= 0 && ld >= 0 && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] -= from[j * n + i]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[i * ld + j] -= from[j * n + i]; _Pragma("clang diagnostic pop") } }
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
