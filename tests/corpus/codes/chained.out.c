/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];

static void two_lines(int n) {
  #pragma omp target teams map(tofrom: a) //~ plan=collapse(2)
  #pragma omp distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] += 1;
}

static void block(int n) {
  #pragma omp target map(tofrom: a) //~ plan=none
  {
    #pragma omp teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  two_lines(N); SHOW(&a[0][0], N * N);
  block(N); SHOW(&a[0][0], N * N);
  return 0;
}
