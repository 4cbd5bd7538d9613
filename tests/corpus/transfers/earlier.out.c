/* warpcc-transfers: on
   What runs before `main` has an array on the device, so that regions of `main` copy nothing of it. */
#include "../check.h"
enum { N = 64 };

static double there[N], absent[N];

__attribute__((constructor)) static void begin(void) {
  #pragma omp target enter data map(to: there)
}

int main(void) {
  double all = 0;
  FILL(there, N);
  FILL(absent, N);
#line 16
  #pragma omp target data map(tofrom: absent)
#line 16
  for (int t = 0; t < 6; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: there, absent) //~ plan=none
    for (int i = 0; i < N; i++) {
      there[i] += 1;
      absent[i] += there[i];
    }
#line 22
    #pragma omp target update from(absent[2:1])
#line 22
    all += there[3] + absent[2];
  }
  printf("%g\n", all);
  SHOW(there, N);
  SHOW(absent, N);
  return 0;
}
