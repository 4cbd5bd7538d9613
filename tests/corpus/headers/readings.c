/* A header that is read once for each function: all readings must need the same edits. */
#include "../check.h"

enum { N = 44 };

#define NAME first
#define TYPE double
#define AT(i, j) ((i) * n + (j))
#include "each.h"
#undef NAME
#define NAME second
#include "each.h"
#undef NAME
#undef TYPE
#define TYPE float
#define NAME third
#include "each.h"
#undef NAME

#define NAME across
#define PLACE(i, j) ((i) * n + (j))
#include "differs.h"
#undef NAME
#undef PLACE
#define NAME down
#define PLACE(i, j) ((j) * n + (i))
#include "differs.h"

int main(void) {
  double *x = malloc(N * N * sizeof *x);
  float *y = malloc(N * N * sizeof *y);
  FILL(x, N * N);
  FILL(y, N * N);
  first(N, x);
  second(N, x);
  third(N, y);
  across(N, x);
  down(N, x);
  SHOW(x, N * N);
  SHOW(y, N * N);
  free(x);
  free(y);
  return 0;
}
