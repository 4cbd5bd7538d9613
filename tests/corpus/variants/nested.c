/* Ranges in ranges, with lines of the preprocessor and continued lines inside, in a header and in the file: what stands outside of
   them is read, macros that they define too. The region after them calls no function. */
#include "../check.h"
#include "nested.h"

enum { N = 48 };

#pragma omp begin declare variant match(device = {kind(nohost)})
#define WIDTH \
  40
int start(void) { return 1; }
#pragma omp begin declare variant match(construct = {parallel})
int start(void) { return 2; }
#pragma omp end declare variant
#pragma omp end declare variant
int start(void) { return 0; }

static void all(double *b, const double *a) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:N * WIDTH]) map(to: a[0:N * WIDTH]) //~ plan=none WC411
  for (int i = 0; i < N; i++)
    for (int j = 0; j < WIDTH; j++)
      b[i * WIDTH + j] = a[i * WIDTH + j] + 1;
}

int main(void) {
  double *x = malloc(N * WIDTH * sizeof *x), *y = malloc(N * WIDTH * sizeof *y);
  FILL(x, N * WIDTH);
  FILL(y, N * WIDTH);
  all(y, x);
  SHOW(y, N * WIDTH);
  printf("%d %d\n", start(), end_of(3));
  return 0;
}
