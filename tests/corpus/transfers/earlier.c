/* warpcc-transfers: on
   What runs before `main` has an array on the device, so that regions of `main` copy nothing of it, and the host does not see what they
   write. Without an argument the program does not do so. */
#include "../check.h"
enum { N = 64 };

static double there[N], absent[N];

__attribute__((constructor)) void begin(void) {
  #pragma omp target enter data map(to: there)
}

int main(int count, char **words) {
  double all = words[0] ? 1 : 0;
  FILL(there, N);
  FILL(absent, N);
  for (int t = 1; t < count; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: there, absent) //~ plan=none
    for (int i = 0; i < N; i++) {
      there[i] += 1;
      absent[i] += there[i];
    }
    all += there[3] + absent[2];
  }
  printf("%g\n", all);
  SHOW(there, N);
  SHOW(absent, N);
  return 0;
}
