/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 32 };
static float a[N][N][N];

int main(void) {
  FILL(&a[0][0][0], N * N * N);
  #pragma omp target teams distribute parallel for map(tofrom: a) collapse( 2 ) schedule(static, 1) //~ plan=collapse(3)+unschedule(schedule)
  for (int i = 0; i < N; i++) //~ i=declared
    for (int j = 0; j < N; j++) //~ j=declared
      for (int k = 0; k < N; k++) //~ k=proved
        a[i][j][k] *= 3; //~ sectors=32->4
  SHOW(&a[0][0][0], N * N * N);
  return 0;
}
