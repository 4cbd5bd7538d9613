/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static double a[N][N];

int main(void) {
  double sum = 0;
  long count = 0;
  FILL(&a[0][0], N * N);
  #pragma omp target teams distribute parallel for collapse(2) reduction(+: sum, count) map(to: a) map(tofrom: sum, count) //~ plan=collapse(2) !WC204
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) { //~ j=proved
      sum += a[i][j]; //~ a: sectors=32->8
      count -= a[i][j] > 4;
    }
  printf("%.17g %ld\n", sum, count);
  return 0;
}
