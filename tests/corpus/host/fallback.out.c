/* warpcc-host-loops: on */
/* Where no device runs a region, the host runs the loops as written. */
#include "../check.h"

enum { N = 40 };

static void relax(int n, double *restrict to, const double *restrict from) {
#line 8
{
#line 8
  #pragma clang diagnostic push
#line 8
  #pragma clang diagnostic ignored "-Weverything"
#line 8
  int warpcc_devices(void) __asm__("omp_get_num_devices");
#line 8
  char *warpcc_setting(const char *) __asm__("getenv");
#line 8
  const char *warpcc_offload = warpcc_devices() > 0 ? "m" : warpcc_setting("OMP_TARGET_OFFLOAD");
#line 8
  #pragma clang diagnostic pop
#line 8
  if (warpcc_offload && (*warpcc_offload | 32) == 'm') {
#line 8
#pragma omp target teams distribute parallel for collapse(2) /* one pragma */ //~ plan=collapse(2)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      to[i * n + j] = 0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] + from[i * n + j - 1] + from[i * n + j + 1]);
#line 11
  } else {
#line 11
  #pragma clang diagnostic push
#line 11
  #pragma clang diagnostic ignored "-Weverything"
#line 8
#pragma omp target teams distribute parallel for if(target: 0) /* one pragma */ //~ plan=collapse(2)
#line 9
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      to[i * n + j] = 0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] + from[i * n + j - 1] + from[i * n + j + 1]);
#line 11
  #pragma clang diagnostic pop
#line 11
  }
#line 11
}
#line 12
}

/* A test on the arrays stands inside of the test for a device. */
static void scale(int n, int ld, float *to, const float *from) {
  for (int step = 0; step < 2; step++)
#line 17
{
#line 17
  #pragma clang diagnostic push
#line 17
  #pragma clang diagnostic ignored "-Weverything"
#line 17
  int warpcc_devices(void) __asm__("omp_get_num_devices");
#line 17
  char *warpcc_setting(const char *) __asm__("getenv");
#line 17
  const char *warpcc_offload = warpcc_devices() > 0 ? "m" : warpcc_setting("OMP_TARGET_OFFLOAD");
#line 17
  #pragma clang diagnostic pop
#line 17
  if (warpcc_offload && (*warpcc_offload | 32) == 'm') {
#line 17
{
#line 17
  #pragma clang diagnostic push
#line 17
  #pragma clang diagnostic ignored "-Weverything"
#line 17
  int warpcc_holds = (n * ld) > 0;
#line 17
  #pragma clang diagnostic pop
#line 17
  if (warpcc_holds) {
#line 17
#pragma omp target teams distribute parallel for collapse(2) \
    map(tofrom : to[0 : n * ld]) map(to : from[0 : n * n]) //~ plan=collapse(2) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        to[i * ld + j] += 2 * from[j * n + i];
#line 21
  } else {
#line 21
  #pragma clang diagnostic push
#line 21
  #pragma clang diagnostic ignored "-Weverything"
#line 17
#pragma omp target teams distribute parallel for \
    map(tofrom : to[0 : n * ld]) map(to : from[0 : n * n]) //~ plan=collapse(2) WC109
#line 19
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        to[i * ld + j] += 2 * from[j * n + i];
#line 21
  #pragma clang diagnostic pop
#line 21
  }
#line 21
}
#line 21
  } else {
#line 21
  #pragma clang diagnostic push
#line 21
  #pragma clang diagnostic ignored "-Weverything"
#line 17
#pragma omp target teams distribute parallel for if(target: 0) \
    map(tofrom : to[0 : n * ld]) map(to : from[0 : n * n]) //~ plan=collapse(2) WC109
#line 19
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        to[i * ld + j] += 2 * from[j * n + i];
#line 21
  #pragma clang diagnostic pop
#line 21
  }
#line 21
}
#line 22
}

/* Several regions in the place of one. */
static void both(int n, double *restrict a, double *restrict b) {
#line 26
{
#line 26
  #pragma clang diagnostic push
#line 26
  #pragma clang diagnostic ignored "-Weverything"
#line 26
  int warpcc_devices(void) __asm__("omp_get_num_devices");
#line 26
  char *warpcc_setting(const char *) __asm__("getenv");
#line 26
  const char *warpcc_offload = warpcc_devices() > 0 ? "m" : warpcc_setting("OMP_TARGET_OFFLOAD");
#line 26
  #pragma clang diagnostic pop
#line 26
  if (warpcc_offload && (*warpcc_offload | 32) == 'm') {
#line 26
{
#line 26
#pragma omp target data map(tofrom : a[0 : n * n], b[0 : n * n])
#line 26
{
#line 26
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : n * n], b[0 : n * n]) //~ plan=distribute(28:collapse(2)|30:collapse(2))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i * n + j] += 1;
#line 30
  }
#line 30
#pragma clang diagnostic push
#line 30
#pragma clang diagnostic ignored "-Weverything"
#line 26
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : n * n], b[0 : n * n]) //~ plan=distribute(28:collapse(2)|30:collapse(2))
#line 27
  for (int i = 0; i < n; i++) {
#line 30
#pragma clang diagnostic pop
#line 30
    for (int j = 0; j < n; j++)
      b[i * n + j] *= 2;
  }
#line 32
}
#line 32
}
#line 32
  } else {
#line 32
  #pragma clang diagnostic push
#line 32
  #pragma clang diagnostic ignored "-Weverything"
#line 26
#pragma omp target teams distribute parallel for if(target: 0) map(tofrom : a[0 : n * n], b[0 : n * n]) //~ plan=distribute(28:collapse(2)|30:collapse(2))
#line 27
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i * n + j] += 1;
    for (int j = 0; j < n; j++)
      b[i * n + j] *= 2;
  }
#line 32
  #pragma clang diagnostic pop
#line 32
  }
#line 32
}
#line 33
}

int main(void) {
  double *a = malloc(2 * N * N * sizeof *a), *b = a + N * N;
  float *c = malloc(2 * N * N * sizeof *c), *d = c + N * N;
  FILL(a, 2 * N * N);
  FILL(c, 2 * N * N);
  relax(N, a, b);
  scale(N, N, c, d);
  both(N, a, b);
  SHOW(a, 2 * N * N);
  SHOW(c, 2 * N * N);
  return 0;
}
