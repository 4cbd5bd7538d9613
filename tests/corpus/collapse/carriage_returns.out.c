/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];

int main(void) {
  FILL(&a[0][0], N * N);
  #pragma omp target teams distribute \
      parallel for collapse(2) map(tofrom: a)
  for (int k = 0; k < N; k++) { //~ plan=collapse(2)+sink(11)
#line 12
    for (int j = 0; j < N; j++) {
#line 11
      int s = k % 3;
#line 13
      a[k][j] += s; //~ sectors=32->4
#line 13
    }
#line 14
  }
  SHOW(&a[0][0], N * N);
  return 0;
}
