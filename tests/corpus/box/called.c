/* warpcc-flags: -std=c11 */
/* The bound of a loop in a function that is called has another name there than the same value has here. */
#include "../check.h"

enum { N = 48 };
static double a[N][N], b[N][N];

static inline double sum(const double *row, int len) {
  double s = 0;
  for (int k = 0; k < len; k++)
    s += row[k];
  return s;
}

static void lower(int n, int len) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] += sum(b[i], n - 1) + len;
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  lower(N, 3);
  SHOW(&a[0][0], N * N);
  return 0;
}
