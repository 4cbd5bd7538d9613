/* warpcc-flags: -std=c11 */
/* Array reductions: h[h[i] mod 64] = h[…] + 1 finds its place in what it changes. */
#include "../check.h"
#define ROWS 512
static int h[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: h) //~ plan=none
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 16; j++) //~ j=unknown
      h[h[i * 64 + j] % 64] += 1;
}

int main(void) {
  FILL(h, ROWS * 64);
  for (int k = 0; k < ROWS * 64; k++) h[k] %= 8;
  printf("%d\n", h[0] > 0);
  kernel();
  return 0;
}
