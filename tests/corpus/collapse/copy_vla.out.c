/* warpcc-flags: -std=c11 */
#include "../check.h"

static void copy(int n, int m, float a[n][m], float b[n][m]) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: b[0:n]) map(from: a[0:n]) //~ plan=collapse(2) WC102
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) { //~ j=proved
      a[i][j] = b[i][j] + 1; //~ a: sectors=4..32->4 b: sectors=4..32->4
    }
  }
}

int main(void) {
  int n = 37, m = 65;
  float *a = malloc(sizeof(float) * n * m), *b = malloc(sizeof(float) * n * m);
  FILL(b, n * m);
  copy(n, m, (float (*)[m])a, (float (*)[m])b);
  SHOW(a, n * m);
  return 0;
}
