/* warpcc-flags: -std=gnu11 */
/* A last member of no elements (GNU C) has as many as its storage holds. */
#include "../check.h"
static int B[4000];
struct tail { int n; int d[0]; };
struct grid { int n; int d[0][4]; };
static struct { struct tail tail; int rest[8192]; } T;

static void no_extent(int n, int m, struct tail *restrict s, int *restrict b) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n*m], s[0:1]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s->d[i * m + j % 10] = s->d[i * m + j % 10] * 3 % 1009 + j;
      b[i * m + j] += 1;
    }
}

static void no_rows(int n, int m, struct grid *restrict s, int *restrict b) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n*m], s[0:1]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s->d[j % 10][i] = s->d[j % 10][i] * 3 % 1009 + j;
      b[i * m + j] += 1;
    }
}

int main(void) {
  FILL(B, 4000);
  FILL(T.rest, 8192);
  #pragma omp target data map(tofrom: T)
  no_extent(1, 4000, &T.tail, B);
  #pragma omp target data map(tofrom: T)
  no_rows(1, 4000, (struct grid *)&T.tail, B);
  SHOW(T.rest, 8192);
  SHOW(B, 4000);
  return 0;
}
