/* warpcc-flags: -std=gnu11 */
/* Reads that stand in types: the size of an array type is computed where it stands. */
#include "../check.h"
#include <stddef.h>
enum { N = 40 };
struct row { int head, of[8]; };
static long a[N * N];

static void size_of_a_type(int n, int m) {
  int t = 1;
  #pragma omp target teams distribute parallel for map(tofrom: a) private(t) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j == 0)
        t = i + 1;
      a[i * m + j] = sizeof(int[t]);
    }
}

static void offset_of_an_element(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * N + offsetof(struct row, of[j & 1]) - 4] = a[i * N + 4] + j;
}

int main(void) {
  FILL(a, N * N);
  size_of_a_type(N, N);
  offset_of_an_element(N, N);
  SHOW(a, N * N);
  return 0;
}
