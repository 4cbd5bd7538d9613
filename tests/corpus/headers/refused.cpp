/* Regions of headers that stay as they are. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"
#include "refused.hpp"

enum { N = 40 };

static void part_of_a_function(int n, double *x) {
#include "part.h"
}

#define ONLY_ONCE
#include "sometimes.h"
#undef ONLY_ONCE
#define NAME other
#include "sometimes.h"

int main() {
  double *x = new double[N * N];
  FILL(x, N * N);
  tells_its_line(N, x);
  with_a_lambda(N, x);
  on_a_line_with_others(N, x);
  part_of_a_function(N, x);
  other(N, x);
  SHOW(x, N * N);
}
