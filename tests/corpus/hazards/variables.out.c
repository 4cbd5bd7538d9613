/* warpcc-flags: -std=c11 */
/* A macro with parameters takes no place of a name without a parenthesis behind it; one without parameters does. */
#include "../check.h"

enum { N = 48 };
#define to(i) to[(i) % 3]

static void shift(int n, int ld, float *to, const float *from) {
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = n >= 0 && ld >= 0 && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = n >= 0 && ld >= 0 && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n + (__int128)4 * n * ld - (__int128)4 * ld <= (__int128)(__UINTPTR_TYPE__)from); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) to[i * ld + j] += from[j * n + i]; _Pragma("clang diagnostic pop") } }
  to(7) += 1;
}

static void other(int n, int pitch, float *to, const float *source) {
#define source (source + 1)
#pragma omp target teams distribute parallel for //~ plan=none !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * pitch + j] += source[j * n + i];
}

int main(void) {
  float *a = malloc((2 * N * N + 1) * sizeof *a), *b = a + N * N;
  FILL(a, 2 * N * N + 1);
  shift(N, N, a, b);
  other(N, N, a, b);
  SHOW(a, N * N);
  return 0;
}
