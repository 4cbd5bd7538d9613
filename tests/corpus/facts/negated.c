/* warpcc-flags: -std=c11 */
/* The label of a case is the operator that it is written with, once: each element needs the one before it. */
#include "../check.h"

enum { ROWS = 5, COLUMNS = 400 };
static double a[ROWS * COLUMNS];

static void prefix(void) {
  const int way = -1;
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < ROWS; i++)
    for (int j = 1; j < COLUMNS; j++) //~ j=carried
      switch (way) {
        case -1: a[i * COLUMNS + j] = a[i * COLUMNS + j - 1] + 1; break;
        default: a[i * COLUMNS + j] += 1;
      }
}

int main(void) {
  FILL(a, ROWS * COLUMNS);
  prefix();
  SHOW(a, ROWS * COLUMNS);
  return 0;
}
