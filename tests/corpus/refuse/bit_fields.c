/* warpcc-flags: -std=gnu11 */
/* Bit-fields that stand side by side are one memory location: threads that write them get in each other's way. */
#include "../check.h"
static int B[600];
struct bits { double x; unsigned a : 20; unsigned b : 20; };
static struct bits S[300];

static void neighbours(int n, int m, struct bits *restrict s, const int *restrict q) {
  #pragma omp target teams distribute parallel for map(tofrom: s[0:n*m]) map(to: q[0:n*m*2]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2 * m; j++) {
      if (j < m)
        s[i * m + j].a = q[i * 2 * m + j];
      else
        s[i * m + j - m].b = q[i * 2 * m + j];
    }
}

int main(void) {
  FILL(B, 600);
  neighbours(3, 100, S, B);
  long sum = 0;
  for (int i = 0; i < 300; i++)
    sum += (long)(S[i].a + 2 * S[i].b) * (i % 101 + 1);
  printf("%ld\n", sum);
  return 0;
}
