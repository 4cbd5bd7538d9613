/* warpcc-flags: -std=c11 */
/* A thread for each block of a loop becomes a team, whose threads share the block's elements. */
#include "../check.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { N = 150, M = 70 };
static float a[N], b[N], sum[N];
static double x[M * M], y[M * M];

/* Steps of a number, clipped by a macro. */
static void by_number(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=teams(i)
  for (int it = 0; it < n; it += 64)
    for (int i = it; i < MIN(n, it + 64); i++)
      b[i] += a[i];
}

/* Steps of a variable, clipped by a choice, and by a condition. */
static void by_variable(int n, int tile) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=teams(i)
  for (int it = 0; it < n; it += tile) {
    int end = it + tile < n ? it + tile : n;
    for (int i = it; i < end; i++)
      b[i] += a[i] * 2;
  }
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=teams(i)
  for (int it = 0; it < n; it += tile) {
    int end = it + tile;
    if (end > n)
      end = n;
    for (int i = it; i < end; i++)
      b[i] -= a[i];
  }
}

/* Blocks of both loops. */
static void squares(int n, int tile) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: x) map(tofrom: y)
  for (int it = 0; it < n; it += tile)
    for (int jt = 0; jt < n; jt += tile)
      for (int i = it; i < MIN(n, it + tile); i++)
        for (int j = jt; j < MIN(n, jt + tile); j++)
          y[i * n + j] += x[j * n + i];
}

/* Blocks that are too short for a warp, or whose lengths follow something else. */
static void short_blocks(int n, const int *restrict lengths) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=none
  for (int it = 0; it < n; it += 8)
    for (int i = it; i < MIN(n, it + 8); i++)
      b[i] += a[i];
  #pragma omp target teams distribute parallel for map(to: lengths[0:n]) map(tofrom: b) //~ plan=none
  for (int it = 0; it < n; it += 64)
    for (int i = it; i < MIN(it + 64, it + lengths[it]); i++)
      b[i] += 1;
}

/* What an element needs of the one before. */
static void prefix(int n, int tile) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: sum) //~ plan=none WC206
  for (int it = 0; it < n; it += tile)
    for (int i = it + 1; i < MIN(n, it + tile); i++)
      sum[i] = sum[i - 1] + a[i];
}

int main(void) {
  FILL(a, N);
  FILL(b, N);
  FILL(sum, N);
  FILL(x, M * M);
  FILL(y, M * M);
  int lengths[N];
  for (int i = 0; i < N; i++)
    lengths[i] = i % 5;
  by_number(N);
  by_number(20);
  by_variable(N, 33);
  by_variable(N, 40);
  by_variable(N, 4);
  by_variable(30, 64);
  squares(M, 32);
  squares(M, 5);
  short_blocks(N, lengths);
  prefix(N, 16);
  SHOW(b, N);
  SHOW(sum, N);
  SHOW(y, M * M);
  return 0;
}
