/* warpcc-flags: -std=c11 */
/* LU factorisation: A[i*n + j] -= A[i*n + k] * A[k*n + j] for k < i, j < n. The enclosing loop says
   0 <= k < n - 1. Column k: i*n + j = i'*n + k needs n | j - k, but 0 < j - k < n.
   Row k: i*n + j = k*n + j' needs (i - k)*n = j' - j, but (i - k)*n >= n > j' - j. */
#include "../check.h"

static void kernel(int n, double *A) {
  for (int k = 0; k < n - 1; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: A[0:n * n]) //~ plan=collapse(2)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++) //~ j=proved
        A[i * n + j] -= A[i * n + k] * A[k * n + j];
  }
}

int main(void) {
  int n = 33;
  double *A = malloc(n * n * sizeof *A);
  FILL(A, n * n);
  for (int i = 0; i < n; i++)
    A[i * n + i] += 4096;
  kernel(n, A);
  SHOW(A, n * n);
  return 0;
}
