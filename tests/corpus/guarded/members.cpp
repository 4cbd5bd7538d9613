/* warpcc-flags: -std=c++17 */
/* `this` is no variable of which a test could look up the device's address. */
#include "../check.h"

enum { N = 48 };

struct Grid {
  int extra;

  void add(int n, double *x, double *y) {
    #pragma omp target teams distribute parallel for is_device_ptr(x, y) //~ plan=none !WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += y[i * n + n - 1 - j] * 2 + this->extra;
  }
};

int main() {
  double *a = (double *)malloc(2 * N * N * sizeof *a), *b = a + N * N;
  FILL(a, 2 * N * N);
  Grid grid{7};
  grid.add(N, a, b);
  SHOW(a, N * N);
  return 0;
}
