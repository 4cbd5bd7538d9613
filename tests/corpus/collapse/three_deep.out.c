/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { NI = 9, NJ = 11, NK = 64 };
static double a[NI][NJ][NK], b[NI][NJ][NK];

int main(void) {
  FILL(&b[0][0][0], NI * NJ * NK);
  #pragma omp target teams distribute parallel for collapse(3) map(to: b) map(from: a) //~ plan=collapse(3)
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++) //~ j=proved
      for (int k = 0; k < NK; k++) //~ k=proved
        a[i][j][k] = 2 * b[i][j][k]; //~ sectors=9->8
  SHOW(&a[0][0][0], NI * NJ * NK);
  return 0;
}
