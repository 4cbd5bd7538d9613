/* warpcc-flags: -std=c11 */
/* Fewer parallel loops than declared: only where those that are left keep the device busy. Where they are not,
   the loops change places, if that can be written. */
#include "../check.h"

enum { MANY = 200000, FEW = 500, ROWS = 8 };

static void enough(float *a) {
  #pragma omp target teams distribute parallel for collapse(1) map(tofrom: a[0:ROWS*MANY]) //~ plan=collapse(1) !WC215
  for (int i = 0; i < MANY; i++)
    #pragma unroll
    for (int j = 0; j < ROWS; j++)
      a[j * MANY + i] += j; //~ sectors=8->4
}

/* The neighbour: half a percent of the device would work. */
static void too_few(float *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:ROWS*FEW]) //~ plan=interchange(j,i)
  for (int j = 0; j < ROWS; j++)
    #pragma unroll
    for (int i = 0; i < FEW; i++)
      a[j * FEW + i] += j;
}

static void unknown(int n, float *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:ROWS*n]) //~ plan=interchange(j,i)
  for (int j = 0; j < ROWS; j++)
    #pragma unroll
    for (int i = 0; i < n; i++)
      a[j * n + i] += j;
}

/* The host finds it out. The loops cannot change places: j means something else in the body. */
static void tested(int n, float *a) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = (__int128)n >= 159552; _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(1) map(tofrom: a[0:ROWS*n])")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < ROWS; j++) {
      const int row = j * n;
      {
        const int j = 3;
        a[row + i] += j;
      }
    } } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a[0:ROWS*n])") for (int i = 0; i < n; i++) for (int j = 0; j < ROWS; j++) { const int row = j * n; { const int j = 3; a[row + i] += j; } } _Pragma("clang diagnostic pop") } }
}

int main(void) {
  float *a = malloc(ROWS * MANY * sizeof *a);
  FILL(a, ROWS * MANY);
  enough(a);
  SHOW(a, ROWS * MANY);
  too_few(a);
  SHOW(a, ROWS * FEW);
  unknown(FEW, a);
  SHOW(a, ROWS * FEW);
  tested(FEW, a);
  SHOW(a, ROWS * FEW);
  tested(MANY, a);
  SHOW(a, ROWS * MANY);
  free(a);
  return 0;
}
