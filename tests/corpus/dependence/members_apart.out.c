/* warpcc-flags: -std=c11 */
/* Members: 16*64*Δj + 16*64*1 - 8 is 8 modulo 16, and 8 bytes at 8 do not reach 0: independent. */
#include "../check.h"
struct pair { double x, y; };
static struct pair s[17 * 64];
static double flat[2 * 17 * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: s)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 16; j++) //~ j=proved
      s[(j + 1) * 64 + i].x = s[j * 64 + i].y + 1;
}

int main(void) {
  for (int k = 0; k < 17 * 64; k++) s[k].x = s[k].y = k % 11;
  kernel();
  for (int k = 0; k < 17 * 64; k++) flat[2 * k] = s[k].x, flat[2 * k + 1] = s[k].y;
  SHOW(flat, 2 * 17 * 64);
  return 0;
}
