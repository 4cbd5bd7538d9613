/* warpcc-flags: -std=c11 */
/* What a combined construct gains over another change is measured as if that one were written: divisions that both make count for neither. */
#include "../check.h"

static unsigned t[4096];

static void columns(void) {
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=combine+interchange(k,i)+collapse(2)
  for (int k = 1; k < 9; k += 1)
    for (int i = 2; 35 > i; i++)
      ((unsigned (*)[8])t)[2 * i + 8 * k][k] = i + 56u;
}

int main(void) {
  FILL(t, 4096);
  columns();
  SHOW(t, 4096);
  return 0;
}
