/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N], b[N][N];

int main(void) {
  int i, j;
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  #pragma omp target teams distribute parallel for private(j) map(tofrom: a) //~ plan=collapse(2) !WC104
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
  SHOW(&a[0][0], N * N);
  return 0;
}
