/* warpcc-flags: -std=c11 */
/* Histogram: bin[j'] - bin[j] may be 0 for any j, j'. */
#include "../check.h"
static double h[32 * 64];
static int bin[16];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: h) map(to: bin)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 16; j++) //~ j=unknown
      h[bin[j] * 64 + i] += j;
}

int main(void) {
  for (int j = 0; j < 16; j++) bin[j] = j * 3 % 8;
  FILL(h, 32 * 64);
  kernel();
  SHOW(h, 32 * 64);
  return 0;
}
