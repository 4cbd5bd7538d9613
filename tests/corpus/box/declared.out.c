/* warpcc-flags: -std=c11 */
/* The counter that a box follows is declared between the loops. */
#include "../check.h"

enum { N = 70 };
static unsigned b[(N + 40) * 40];

static void outer_counter(int n, unsigned *B) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: B[0:n*240]) //~ plan=interchange(i,k,j)+collapse(3)+box(k)+sink(11)
  for (int i = 0; i < n; i++) {
#line 12
    for (int k = 1; 33 > k; k++)
      for (int j = 0; 5 >= j; j++)
        if (k >= j + 1) B[(i * 40 + k) * 6 + j] += k + 47u;
  }
}

/* Another loop needs its value. */
static void still_needed(int n, unsigned *B) {
  #pragma omp target teams distribute parallel for map(tofrom: B[0:n*40]) //~ plan=none WC201
  for (int i = 0; i < n; i++) {
    int j;
    for (j = 0; j < 6; j++)
      for (int k = j + 1; k < 33; k++)
        B[i * 40 + k] += k;
    B[i * 40] += j;
  }
}

int main(void) {
  FILL(b, (N + 40) * 40);
  outer_counter(N / 4, b);
  SHOW(b, (N + 40) * 40);
  still_needed(N, b);
  SHOW(b, (N + 40) * 40);
  return 0;
}
