/* The same function without a variant: the region calls what was read. */
#include "../check.h"

enum { N = 48, M = 40 };

#pragma omp begin declare target
void put(double *b, const double *a, int at) { b[at] = a[at] + 1; }
#pragma omp end declare target

static void all(double *b, const double *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b[0:N * M]) map(to: a[0:N * M]) //~ plan=collapse(2) !WC411
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      put(b, a, i * M + j);
}

int main(void) {
  double *x = malloc(N * M * sizeof *x), *y = malloc(N * M * sizeof *y);
  FILL(x, N * M);
  FILL(y, N * M);
  all(y, x);
  SHOW(y, N * M);
  put(y, x, 3);
  SHOW(y, N * M);
  return 0;
}
