/* warpcc-flags: -std=c11 -Wno-constant-conversion */
/* A counter starts with what its type makes of a constant; clang 19 counts the iterations of an associated loop from the
   constant itself. */
#include "../check.h"

enum { N = 8, W = 256, LATE = 300 };
static double a[N * W];

static void late(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (unsigned char j = 256 + 3; j < 200; j++)
      a[i * W + j] += 1;
}

static void early(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (short j = 65536 + 3; j < 200; j++)
      a[i * W + j] += 2;
}

static void named(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (unsigned char j = LATE; j < 200; j++)
      a[i * W + j] += 3;
}

static void fits(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (unsigned char j = 3; j < 200; j++)
      a[i * W + j] += 4;
}

static void converted(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (unsigned char j = (unsigned char)(256 + 3); j < 200; j++)
      a[i * W + j] += 5;
}

int main(void) {
  FILL(a, N * W);
  late(N);
  early(N);
  named(N);
  fits(N);
  converted(N);
  SHOW(a, N * W);
  return 0;
}
