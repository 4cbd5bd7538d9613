/* warpcc-flags: -std=c11 */
/* Threads that recover the indices of collapsed loops still take less time than the sectors that the
   collapse saves; of two collapses that need the same sectors, the one with fewer divisions is taken
   where the number of iterations is known. */
#include "../check.h"

enum { N = 48, P = 512 };

/* Nothing but one load and one store beside the division. */
static void copy(int n, int m, double *b, const double *a) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n*m]) map(to: a[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j];
}

/* The division is done once for a whole row of products. */
static void product(int n, double *c, const double *a, const double *b) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:n*n]) map(to: a[0:n*n], b[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

static unsigned char cube[P][6][P];

/* 512 x 512 threads fill the device: the third loop may stay inside them. */
static void filled(void) {
  #pragma omp target teams distribute parallel for map(tofrom: cube) //~ plan=interchange(b,j,i)+collapse(2)
  for (int b = 0; b < P; b++)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < P; j++)
        cube[b][i][j] += j;
}

/* How many iterations there are is not known: no parallel loop is given up for a division. */
static void unknown(int nb, int n, unsigned char *c) {
  #pragma omp target teams distribute parallel for map(tofrom: c[0:nb*6*n]) //~ plan=collapse(3)
  for (int b = 0; b < nb; b++)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < n; j++)
        c[(b * 6 + i) * n + j] += j;
}

int main(void) {
  double *a = malloc(3 * N * N * sizeof *a), *b = a + N * N, *c = b + N * N;
  unsigned char *bytes = &cube[0][0][0];
  FILL(a, 3 * N * N);
  copy(N, N, b, a);
  SHOW(b, N * N);
  product(N, c, a, b);
  SHOW(c, N * N);
  FILL(bytes, P * 6 * P);
  filled();
  SHOW(bytes, P * 6 * P);
  unknown(P, P, bytes);
  SHOW(bytes, P * 6 * P);
  return 0;
}
