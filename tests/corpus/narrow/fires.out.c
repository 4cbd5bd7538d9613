/* warpcc-flags: -std=c11 */
/* Fewer associated loops than written would let the lanes run over the outer loop, whose neighbours are neighbours in
   memory. How many iterations would be left is not known: the loops change places, or nothing is done. */
#include "../check.h"

enum { N = 64 };

static void below(int n, double *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n]) //~ plan=interchange(j,i)+box(j)
  for (int j = 0; j <= n - 1; j++)
    for (int i = 0; i < n; i++)
      if (j <= i) a[j * n + i] += i;
}

static void inside(int n, int m, double *a) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:n*m*4]) //~ plan=interchange(i,k,j)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      #pragma unroll
      for (int j = 0; j < m; j++)
        a[(i * 4 + k) * m + j] *= 2;
}

static void unrolled(int n, double *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*8]) //~ plan=interchange(j,i)
  for (int j = 0; j < 8; j++)
    #pragma unroll
    for (int i = 0; i < n; i++)
      a[j * n + i] += j;
}

int main(void) {
  double *a = malloc(N * N * sizeof *a);
  FILL(a, N * N);
  below(N, a);
  SHOW(a, N * N);
  inside(12, 37, a);
  SHOW(a, N * N);
  unrolled(N, a);
  SHOW(a, N * N);
  return 0;
}
