/* warpcc-flags: -std=c11 */
/* Pragmas that stand before an #include govern nothing behind it. */
#pragma clang diagnostic ignored "-Wcomment"
#include "../check.h"

enum { N = 48 };
static float a[N][N];

#pragma omp declare target
#include <stddef.h>
static float twice(float x) { return 2 * x; }
#pragma omp end declare target

int main(void) {
  FILL(&a[0][0], N * N);
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = twice(a[i][j]); //~ sectors=16..32->4
  SHOW(&a[0][0], N * N);
  return 0;
}
