/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];

int main(void) {
  FILL(&a[0][0], N * N);
  #pragma omp target teams distribute \
      parallel for map(tofrom: a)
  for (int k = 0; k < N; k++) { //~ plan=collapse(2)+sink(11)
    int s = k % 3;
    for (int j = 0; j < N; j++)
      a[k][j] += s; //~ sectors=32->4
  }
  SHOW(&a[0][0], N * N);
  return 0;
}
