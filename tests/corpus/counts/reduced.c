/* warpcc-flags: -std=c11 */
/* What a clause reduces is each thread's own inside the construct: its elements are no accesses to the device's memory. */
#include <omp.h>

#include "../check.h"

enum { N = 512 };

static void element(int n, const float *restrict a, float *most) {
  #pragma omp target teams distribute parallel for reduction(max: most[0]) map(to: a[0:n]) map(tofrom: most[0:2]) //~ plan=none
  for (int i = 0; i < n; i++)
    most[0] = most[0] < a[i] ? a[i] : most[0]; //~ sectors=4
}

static void section(int n, const float *restrict a, float *sums) {
  #pragma omp target teams distribute parallel for reduction(+: sums[:3]) map(to: a[0:n]) map(tofrom: sums[0:3]) //~ plan=none
  for (int i = 0; i < n; i++) {
    sums[0] += a[i]; //~ sectors=4
    sums[1] += a[i] * 2; //~ sectors=4
    sums[i % 3] += 1;
  }
}

/* The iterations of j meet in the elements: the loops are not independent because of the clause. */
static void nest(int n, const float *restrict a, float *sums) {
  #pragma omp target teams distribute parallel for reduction(+: sums[:3]) map(to: a[0:n*16]) map(tofrom: sums[0:3]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++) //~ j=carried
      sums[0] = a[i * 16 + j] - sums[0];
}

/* A construct inside reduces an array of its team; before it the elements are the device's. */
static void inside(int n, const float *restrict a, float *sums) {
  #pragma omp target map(to: a[0:n]) map(tofrom: sums[0:3])
  {
    sums[0] = 1; //~ sectors=1
    #pragma omp parallel for reduction(+: sums[:3])
    for (int i = 0; i < n; i++)
      sums[0] += a[i]; //~ sectors=4
  }
}

/* One of an array, in a loop that the threads of a team share. */
static void parts(int n, const float *restrict a, float *most) {
  float high[2] = {0, 0};
  #pragma omp target teams num_teams(1) map(to: a[0:n]) map(tofrom: high, most[0:2])
  #pragma omp parallel
  {
    #pragma omp for reduction(max: high)
    for (int i = 0; i < n; i++)
      high[i % 2] = high[i % 2] < a[i] ? a[i] : high[i % 2]; //~ sectors=4
    if (omp_get_thread_num() == 0)
      most[0] = high[0] + high[1]; //~ sectors=1
  }
}

/* The neighbour: without the clause each thread's update goes there. */
static void shared(int n, const float *restrict a, float *sums) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: sums[0:3]) //~ plan=none
  for (int i = 0; i < n; i++) {
    #pragma omp atomic update
    sums[1] += a[i]; //~ sums: sectors=1
  }
}

int main(void) {
  static float a[N], sums[3];
  FILL(a, N);
  element(N, a, sums);
  SHOW(sums, 3);
  section(N, a, sums);
  SHOW(sums, 3);
  inside(N, a, sums);
  SHOW(sums, 3);
  shared(N, a, sums);
  SHOW(sums, 3);
  parts(N, a, sums);
  SHOW(sums, 1);
  sums[0] = 0;
  nest(0, a, sums);
  SHOW(sums, 3);
  return 0;
}
