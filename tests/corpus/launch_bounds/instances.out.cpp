/* warpcc-flags: -std=c++11 */
/* warpcc-launch: on */
// Instances of a template may have other numbers of iterations: they are told, and stay as they are.
#include "../check.h"

enum { N = 1000 };
static double a[N];

template <int n> static void every(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) //~ plan=none WC112
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

namespace {

void plainly() {
  #pragma omp target teams distribute parallel for ompx_attribute(__attribute__((launch_bounds(32)))) map(tofrom: a) //~ plan=launch_bounds(32) WC112
  for (int i = 0; i < N; i++)
    a[i] *= 2;
}

} // namespace

int main() {
  FILL(a, N);
  every<N>(a);
  plainly();
  SHOW(a, N);
  return 0;
}

/* warpcc-report: whole */
