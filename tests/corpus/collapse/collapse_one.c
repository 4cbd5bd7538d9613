/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];

int main(void) {
  FILL(&a[0][0], N * N);
  #pragma omp target teams distribute parallel for collapse(1) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
  SHOW(&a[0][0], N * N);
  return 0;
}
