/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];

/* A sum that may wrap is another element for each j. Addresses wrap, too, so that neighbouring lanes have neighbouring ones. */
static void with_size_t(size_t n, float *restrict x, const float *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) map(to: y[0:n*n]) //~ plan=collapse(2) !WC409
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) //~ j=proved
      x[i * n + j] += y[i * n + j]; //~ sectors=4..32->4
}

int main(void) {
  float x[N * N], y[N * N];
  FILL(&a[0][0], N * N);
  FILL(x, N * N);
  FILL(y, N * N);
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
  with_size_t(N, x, y);
  SHOW(&a[0][0], N * N);
  SHOW(x, N * N);
  return 0;
}
