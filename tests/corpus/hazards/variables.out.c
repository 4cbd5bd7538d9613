/* warpcc-flags: -std=c11 */
/* A macro with parameters takes no place of a name without a parenthesis behind it; one without parameters does. */
#include "../check.h"

enum { N = 48 };
#define to(i) to[(i) % 3]

static void shift(int n, int ld, float *to, const float *from) {
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
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i];
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
    for (int j = 0; j < n; j++)
      to[i * ld + j] += from[j * n + i];
#line 12
  #pragma clang diagnostic pop
#line 12
  }
#line 12
}
#line 13
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
