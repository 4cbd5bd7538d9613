/* Kernels in a header: inline, static and template functions, of which other units may have their own, and one of which there is one. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"
#include "kernels.hpp"

enum { N = 48, M = 40 };

int main() {
  double *x = new double[N * M];
  float *y = new float[N * M];
  FILL(x, N * M);
  FILL(y, N * M);
  folded(N, M, x);
  blended(N, M, x, y);
  alone(N, M, x);
  SHOW(x, N * M);
  field<double> f{N, M, x};
  field<float> g{N, M, y};
  f.shift(3);
  g.shift(2);
  plus(N, M, x, x);
  plus(N, M, y, y);
  SHOW(x, N * M);
  SHOW(y, N * M);
}
