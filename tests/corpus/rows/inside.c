/* Two directives become one, and what the loop along a row adds to is a scalar: the elements that the two directives hold. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
/* warpcc-scalars: on */
#include "../check.h"
enum { N = 83, M = 75 };

/* As written, threads would race for an element, where there are rows. */
static void added(int n, const unsigned *restrict A, unsigned *restrict z) {
  #pragma omp target teams distribute map(to: A[0:N*M]) map(tofrom: z[0:N]) //~ plan=combine+scalar(j)+rows(A)
  for (int i = 0; i < n; i++) {
    const unsigned odd = z[i] % 2;
    #pragma omp parallel for
    for (int j = 0; j < M; j++)
      z[i] += A[i * M + j] + odd;
  }
}

int main(void) {
  unsigned *A = malloc(sizeof(unsigned) * N * M), z[N];
  FILL(A, N * M);
  FILL(z, N);
  added(0, A, z);
  SHOW(z, N);
  return 0;
}
