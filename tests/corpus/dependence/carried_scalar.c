/* warpcc-flags: -std=c11 */
/* Scalars: t passes from one iteration to the next. */
#include "../check.h"
#define ROWS 512
static double a[ROWS * 64];

static void kernel(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < 64; i++) {
    double t = 0;
    for (int j = 0; j < 16; j++) { //~ j=carried 
      t = t * 0.5 + a[j * 64 + i];
      a[j * 64 + i] = t;
    }
  }
}

int main(void) {
  FILL(a, ROWS * 64);
  kernel();
  SHOW(a, ROWS * 64);
  return 0;
}
