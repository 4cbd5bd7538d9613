/* A size that stands in quotients only has a sign, too, and the ranges rest on it. */
#include "../check.h"

enum { N = 12, C = 32 };

static void shuffled(int n, int c, int g, int k, float *out, const float *in) {
#line 7
{
#line 7
  #pragma clang diagnostic push
#line 7
  #pragma clang diagnostic ignored "-Weverything"
#line 7
  int warpcc_holds = c >= 0 && g >= 0 && k >= 0 && ((__int128)(__UINTPTR_TYPE__)in + (__int128)4 * n * c + (__int128)4 * g * k - (__int128)4 * k <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)4 * n * c <= (__int128)(__UINTPTR_TYPE__)in);
#line 7
  if (warpcc_holds) {
#line 7
  #pragma omp target data use_device_ptr(in, out)
#line 7
    { warpcc_holds = c >= 0 && g >= 0 && k >= 0 && ((in && out && ((__int128)(__UINTPTR_TYPE__)in + (__int128)4 * n * c + (__int128)4 * g * k - (__int128)4 * k <= (__int128)(__UINTPTR_TYPE__)out || (__int128)(__UINTPTR_TYPE__)out + (__int128)4 * n * c <= (__int128)(__UINTPTR_TYPE__)in))); }
#line 7
  }
#line 7
  #pragma clang diagnostic pop
#line 7
  if (warpcc_holds) {
#line 7
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c; j++)
      out[i * c + j] = in[i * c + (j % g) * k + j / g];
#line 10
  } else {
#line 10
  #pragma clang diagnostic push
#line 10
  #pragma clang diagnostic ignored "-Weverything"
#line 7
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 8
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c; j++)
      out[i * c + j] = in[i * c + (j % g) * k + j / g];
#line 10
  #pragma clang diagnostic pop
#line 10
  }
#line 10
}
#line 11
}

/* Bits tell no range. */
static void masked(int n, int c, int g, float *out, const float *in) {
#pragma omp target teams distribute parallel for //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c; j++)
      out[i * c + j] = in[i * c + (j ^ g)];
}

int main(void) {
  float *a = malloc(4 * N * C * sizeof *a);
  FILL(a, 4 * N * C);
#pragma omp target data map(tofrom: a[0:4*N*C])
  {
    shuffled(N, C, 4, 8, a + 2 * N * C, a);
    shuffled(N, C, -4, 8, a + 2 * N * C, a + 16);
    shuffled(1, C, -4, 8, a + 2 * N * C, a + 2 * N * C);
    masked(N, C, 3, a + N * C, a);
  }
  SHOW(a, 4 * N * C);
  free(a);
  return 0;
}
