/* warpcc-flags: -std=c11 */
/* Teams loops that call a function and of which a warp of all lanes asks for as many sectors as its lanes one by one: gathers, records. A warp
   issues fewer instructions all the same, so that they become the combined directive. */
#include <math.h>

#include "../check.h"

enum { N = 640 };
static double values[5 * N], cells[5 * N], edges[3 * N];
static int place[N];

static void gathered(int n, const int *restrict at, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for map(to: at[0:n], x[0:5*n]) map(tofrom: y[0:5*n]) //~ plan=combine WC113
  for (int i = 0; i < n; i++) {
    int to = 5 * at[i];
    double depth = x[to + 1] - x[to];
    if (depth < 0)
      depth = 0;
    y[to] = sqrt(depth) + fabs(x[to + 2]);
    y[to + 4] = depth;
  }
}

static void records(int n, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: x[0:5*n]) map(tofrom: y[0:3*n]) //~ plan=combine+collapse(2)+sink(27) WC113
  for (int k = 0; k < n; k++) {
#line 28
    for (int i = 0; i < 3; i++) {
#line 27
      double slope = fmax(x[5 * k] - x[5 * k + 3], 0.0);
#line 29
      y[3 * k + i] += slope * i;
#line 29
    }
#line 30
  }
}

/* A pragma of its own: clang 19 for nvptx loses iterations, whatever the change gains. */
static void lost(int n, const int *restrict at, const double *restrict x, double *restrict y) {
  #pragma omp target map(to: at[0:n], x[0:5*n]) map(tofrom: y[0:5*n]) //~ plan=combine WC114
  #pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    y[5 * at[i]] += 2 * x[5 * at[i] + 2];
}

int main(void) {
  for (int i = 0; i < 5 * N; i++) {
    values[i] = (i * 37) % 101;
    cells[i] = i % 7;
  }
  for (int i = 0; i < N; i++)
    place[i] = (i * 231) % N;
  gathered(N, place, values, cells);
  records(N, cells, edges);
  lost(N, place, values, cells);
  SHOW(cells, 5 * N);
  SHOW(edges, 3 * N);
  return 0;
}
