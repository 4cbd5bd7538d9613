/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 256 };
static float a[N][N], x1[N], x2[N], y1[N], y2[N];

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(x1, N);
  FILL(x2, N);
  FILL(y1, N);
  FILL(y2, N);
  /* Each thread reads a row: the sum over j is carried, and nothing else can be parallel. */
  #pragma omp target teams distribute parallel for map(to: a, y1) map(tofrom: x1) //~ plan=none WC101
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) //~ j=carried
      x1[i] += a[i][j] * y1[j]; //~ a: sectors=32 y1: sectors=1 x1: sectors=4
  /* Each thread reads a column: coalesced as it is. */
  #pragma omp target teams distribute parallel for map(to: a, y2) map(tofrom: x2) //~ plan=none WC103
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) //~ j=carried
      x2[i] += a[j][i] * y2[j]; //~ a: sectors=4 y2: sectors=1 x2: sectors=4
  SHOW(x1, N);
  SHOW(x2, N);
  return 0;
}
