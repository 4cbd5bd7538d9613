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
#pragma omp target teams distribute parallel for map(to : from[0 : m * m]) map(tofrom : to[0 : m * m]) //~ plan=collapse(2)
    for (int i = 1; i < m - 1; i++)
      for (int j = 1; j < m - 1; j++)
        to[i * m + j] = (from[(i - 1) * m + j] + from[(i + 1) * m + j]) * T(0.5);
  }
};
} // namespace omp

static double *getenv(double *of) { return of; }

int main() {
  double *a = static_cast<double *>(malloc(2 * N * N * sizeof *a)), *b = a + N * N;
  FILL(a, 2 * N * N);
  omp::Grid<double>{a, N}.relax(b);
  auto more = [=](double by) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N * N]) //~ plan=collapse(2)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i * N + j] += by;
  };
  more(omp::omp_get_num_devices(1));
  SHOW(getenv(a), 2 * N * N);
  return 0;
}
