/* A variable of a block hides a parameter that is used behind the block: without the braces it would hide it there, too. */
/* warpcc-flags: -O2 */
/* warpcc-tiles: on */
#include "../check.h"
enum { N = 800, M = 800 };
static float a[N * M], o[N * M];

static void smooth(int n, int m, float w, const float *restrict a, float *restrict o) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(from: o[0:n*m]) //~ plan=none
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++) {
      float t = a[i * m + j];
      {
        float w = a[(i - 1) * m + j] + a[(i + 1) * m + j];
        t += w;
      }
      o[i * m + j] = t * w;
    }
}

int main(void) {
  FILL(a, N * M);
  smooth(N, M, 2, a, o);
  SHOW(o + M, (N - 2) * M);
  return 0;
}
