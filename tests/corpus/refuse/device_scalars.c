/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { ROWS = 8, WIDTH = 40 };
static float a[ROWS * WIDTH];
static int flags[WIDTH];

/* The device has its own variable in memory: a store may reach it. */
#pragma omp declare target
int rows = ROWS, other = ROWS;
#pragma omp end declare target

static int *on_device(void) {
  int *place = 0;
  #pragma omp target map(from: place)
  place = &rows;
  return place;
}

/* The first row sets how many there are, which a nest of counted loops would not see. */
static void shrinks(int *out, int n) {
  #pragma omp target teams distribute parallel for is_device_ptr(out) map(tofrom: a) //~ plan=none WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < rows; j++) {
      if (j == 0)
        out[i] = 3;
      a[i * ROWS + j] += j + 1;
    }
}

/* No store through a pointer reaches what the construct copies. */
static void copied(int *out, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, out[0:n]) firstprivate(rows) //~ plan=collapse(2) !WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < rows; j++)
      a[i * ROWS + j] += out[i];
}

/* Arrays are objects of their own. */
static void separate(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: flags) //~ plan=collapse(2) !WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < other; j++)
      a[i * ROWS + j] += flags[i];
}

int main(void) {
  FILL(a, ROWS * WIDTH);
  FILL(flags, WIDTH);
  shrinks(on_device(), 1);
  SHOW(a, ROWS * WIDTH);
  rows = ROWS;
  #pragma omp target update to(rows)
  copied(flags, WIDTH);
  SHOW(a, ROWS * WIDTH);
  separate(WIDTH);
  SHOW(a, ROWS * WIDTH);
  return 0;
}
