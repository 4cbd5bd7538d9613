/* warpcc-flags: -std=c11 */
/* Bounds that have no value where the loop around them is empty: on the host they would trap. */
#include "../check.h"

enum { N = 60 };
static double a[N][N];

static void quotient(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC202
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m / n; j++)
      a[i][j] += 1;
}

static void remainder_of(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC202
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m % n; j++)
      a[i][j] += 1;
}

static void by_a_number(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m / 2; j++)
      a[i][j] += 1;
}

int main(void) {
  FILL(&a[0][0], N * N);
  quotient(0, 7);
  quotient(3, 9);
  remainder_of(0, 7);
  remainder_of(5, 9);
  by_a_number(0, 8);
  by_a_number(5, 8);
  SHOW(&a[0][0], N * N);
  return 0;
}
