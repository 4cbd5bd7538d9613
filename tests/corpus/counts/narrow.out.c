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
#line 35
  {
#line 35
    #pragma clang diagnostic push
#line 35
    #pragma clang diagnostic ignored "-Weverything"
#line 35
    int warpcc_holds = (__int128)n >= 159552;
#line 35
    #pragma clang diagnostic pop
#line 35
    if (warpcc_holds) {
#line 35
  #pragma omp target teams distribute parallel for collapse(1) map(tofrom: a[0:ROWS*n]) //~ plan=collapse(1) WC109 !WC215
  for (int i = 0; i < n; i++)
    for (int j = 0; j < ROWS; j++) {
      const int row = j * n;
      {
        const int j = 3;
        a[row + i] += j;
      }
    }
#line 43
    } else {
#line 43
    #pragma clang diagnostic push
#line 43
    #pragma clang diagnostic ignored "-Weverything"
#line 35
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:ROWS*n]) //~ plan=collapse(1) WC109 !WC215
#line 36
  for (int i = 0; i < n; i++)
    for (int j = 0; j < ROWS; j++) {
      const int row = j * n;
      {
        const int j = 3;
        a[row + i] += j;
      }
    }
#line 43
    #pragma clang diagnostic pop
#line 43
    }
#line 43
  }
#line 44
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
