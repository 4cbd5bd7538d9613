/* warpcc-host-loops: on */
/* Instances, lambdas, and names of the unit that are like those of the test for a device. */
#include "../check.h"

enum { N = 40 };

namespace omp {
static int omp_get_num_devices(int of) { return of + 1; }

template <class T>
struct Grid {
  T *cells;
  int n;

  void relax(T *to) const {
    const T *from = cells;
    const int m = n;
#line 18
{
#line 18
  #pragma clang diagnostic push
#line 18
  #pragma clang diagnostic ignored "-Weverything"
#line 18
  int warpcc_devices(void) __asm__("omp_get_num_devices");
#line 18
  char *warpcc_setting(const char *) __asm__("getenv");
#line 18
  const char *warpcc_offload = warpcc_devices() > 0 ? "m" : warpcc_setting("OMP_TARGET_OFFLOAD");
#line 18
  #pragma clang diagnostic pop
#line 18
  if (warpcc_offload && (*warpcc_offload | 32) == 'm') {
#line 18
{
#line 18
  if constexpr ((__is_same(T, double))) {
#line 18
#pragma omp target teams distribute parallel for collapse(2) map(to : from[0 : m * m]) map(tofrom : to[0 : m * m]) //~ plan=collapse(2)
    for (int i = 1; i < m - 1; i++)
      for (int j = 1; j < m - 1; j++)
        to[i * m + j] = (from[(i - 1) * m + j] + from[(i + 1) * m + j]) * T(0.5);
#line 21
  } else {
#line 21
  #pragma clang diagnostic push
#line 21
  #pragma clang diagnostic ignored "-Weverything"
#line 18
#pragma omp target teams distribute parallel for map(to : from[0 : m * m]) map(tofrom : to[0 : m * m]) //~ plan=collapse(2)
#line 19
    for (int i = 1; i < m - 1; i++)
      for (int j = 1; j < m - 1; j++)
        to[i * m + j] = (from[(i - 1) * m + j] + from[(i + 1) * m + j]) * T(0.5);
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
#line 18
#pragma omp target teams distribute parallel for if(target: 0) map(to : from[0 : m * m]) map(tofrom : to[0 : m * m]) //~ plan=collapse(2)
#line 19
    for (int i = 1; i < m - 1; i++)
      for (int j = 1; j < m - 1; j++)
        to[i * m + j] = (from[(i - 1) * m + j] + from[(i + 1) * m + j]) * T(0.5);
#line 21
  #pragma clang diagnostic pop
#line 21
  }
#line 21
}
#line 22
  }
};
} // namespace omp

static double *getenv(double *of) { return of; }

int main() {
  double *a = static_cast<double *>(malloc(2 * N * N * sizeof *a)), *b = a + N * N;
  FILL(a, 2 * N * N);
  omp::Grid<double>{a, N}.relax(b);
  auto more = [=](double by) {
#line 33
{
#line 33
  #pragma clang diagnostic push
#line 33
  #pragma clang diagnostic ignored "-Weverything"
#line 33
  int warpcc_devices(void) __asm__("omp_get_num_devices");
#line 33
  char *warpcc_setting(const char *) __asm__("getenv");
#line 33
  const char *warpcc_offload = warpcc_devices() > 0 ? "m" : warpcc_setting("OMP_TARGET_OFFLOAD");
#line 33
  #pragma clang diagnostic pop
#line 33
  if (warpcc_offload && (*warpcc_offload | 32) == 'm') {
#line 33
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : N * N]) //~ plan=collapse(2)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i * N + j] += by;
#line 36
  } else {
#line 36
  #pragma clang diagnostic push
#line 36
  #pragma clang diagnostic ignored "-Weverything"
#line 33
#pragma omp target teams distribute parallel for if(target: 0) map(tofrom : a[0 : N * N]) //~ plan=collapse(2)
#line 34
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i * N + j] += by;
#line 36
  #pragma clang diagnostic pop
#line 36
  }
#line 36
}
#line 37
  };
  more(omp::omp_get_num_devices(1));
  SHOW(getenv(a), 2 * N * N);
  return 0;
}
