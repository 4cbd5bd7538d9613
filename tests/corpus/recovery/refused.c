/* warpcc-flags: -std=c11 */
/* What a collapse saves in sectors is less than its divisions take; and divisions that the program has
   already are no reason to change it. */
#include "../check.h"

enum { N = 48, P = 4096, MANY = 200000 };

/* 8 and 32 sectors as written, 32 and 4 collapsed; the rows alone fill the device. */
static void exchanged(int n, int *b, const int *a) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:2*n*MANY]) map(to: a[0:n*MANY]) //~ plan=none WC210
  for (int i = 0; i < MANY; i++)
    for (int j = 0; j < n; j++)
      b[j * 2 * MANY + 2 * i] = a[i * n + j];
}

/* Bytes: 2 sectors and 1 for each store, 8.8 for two divisions of 64 bits. */
static void bytes(int n, unsigned char *b) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:4*n*n]) //~ plan=none WC210
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      b[2 * i + j] = i;
}

static struct cell { double v[4]; } cells[P][4];

/* Each lane has a sector of its own under either depth. */
static void wide(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: cells) //~ plan=none
  for (int i = 0; i < P; i++)
    for (int j = 0; j < 4; j++)
      cells[i][j].v[0] = i + j;
}

int main(void) {
  int *a = malloc(9 * MANY * sizeof *a), *b = a + 3 * MANY;
  unsigned char small[4 * N * N];
  FILL(a, 9 * MANY);
  exchanged(3, b, a);
  SHOW(b, 6 * MANY);
  FILL(small, 4 * N * N);
  bytes(N, small);
  SHOW(small, 4 * N * N);
  wide();
  printf("%g\n", cells[P - 1][3].v[0]);
  return 0;
}
