/* warpcc-flags: -std=c11 */
/* Conditions that keep a loop from being counted: without them its end would be a large number, or an overflow. */
#include <stddef.h>

#include "../check.h"

enum { N = 60, M = 50 };
static int a[N][M], mask[N];

/* All but the borders, where there is anything inside. */
static void inside(int n, size_t m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++)
    if (m > 2)
      for (size_t j = 1; j < m - 1; j++)
        a[i][j] += i;
}

static void square(int n, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++)
    if (k < 8)
      for (int j = 0; j < k * k; j++)
        a[i][j] += i;
}

/* A number that says that there is none. */
static void sentinel(int n, size_t m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++)
    if (m != (size_t)-1)
      for (size_t j = 0; j < m; j++)
        a[i][j] += 2 * i;
}

/* The condition was computed before, or is one of a definition between the loops. */
static void computed(int n, size_t m, int has) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC201
  for (int i = 0; i < n; i++)
    if (has)
      for (size_t j = 1; j < m - 1; j++)
        a[i][j] += 3;
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    size_t left = m + i;
    if (left > (size_t)i)
      for (size_t j = 0; j < m; j++)
        a[i][j] += 4;
  }
}

/* A window that is longer than the series has nothing to do; the counter that the length is compared with does not bound it. */
static void windows(int n, int w) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(k) WC201
  for (int i = 0; i < n; i++)
    if (i >= w)
      for (int k = 0; k < w; k++)
        a[i][k] += a[i - k][k];
}

/* Conditions of counters and of memory, and ends that are safe. */
static void safe(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+guard(65)
  for (int i = 0; i < n; i++) {
    if (i == 0 || i == n - 1)
      continue;
    for (int j = 1; j < m - 1; j++)
      a[i][j] -= 1;
  }
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: mask) //~ plan=collapse(2)+guard(72)
  for (int i = 0; i < n; i++)
    if (mask[i % m])
      for (int j = 0; j < m - 1; j++)
        a[i][j] -= 2;
}

int main(void) {
  FILL(mask, N);
  inside(N, M);
  inside(N, 0);
  square(N, 7);
  square(N, 2000000);
  sentinel(N, M);
  sentinel(N, (size_t)-1);
  computed(N, M, 1);
  computed(N, 0, 0);
  windows(N, 2000000000);
  safe(N, M);
  SHOW(&a[0][0], N * M);
  return 0;
}
