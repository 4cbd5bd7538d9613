/* Loops by steps of 2 that begin at one number or another: two counters of different iterations of `i` have one number of iterations. */
#include "../check.h"
enum { BOARDS = 40, N = 64, M = 16 };
static int sum[BOARDS * M], a[BOARDS * N * M];

/* The columns of one colour of a chess board, in every second place: rows `i` and `i + 1` add to one place. */
static void columns(int boards, int n, int *restrict sum, const int *restrict a) {
  #pragma omp target teams distribute parallel for map(tofrom: sum[0:boards*M]) map(to: a[0:boards*n*M]) //~ plan=none
  for (int p = 0; p < boards; p++)
    for (int i = 0; i < n; i++)
      for (int j = i % 2; j < M; j += 2)
        sum[p * M + j / 2] = sum[p * M + j / 2] % 97 * 2 + a[p * n * M + i * M + j];
}

/* What one row stores the next one loads, from another column of the same number. */
static void lift(int q, int *restrict x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:q*128]) //~ plan=none
  for (int p = 0; p < q; p++)
    for (int i = 1; i < 8; i++)
      for (int j = i & 1; j < 16; j += 2)
        x[p * 128 + (i + 1) / 2 * 16 + j] = x[p * 128 + (i + 1) / 2 * 16 + (j ^ 1)] % 97 * 3 + i - j;
}

/* Where the rows share the threads, too, nothing meets. */
static void red(int n, int m, int *restrict x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*m]) //~ plan=collapse(2)+box(j)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      if (j >= 1 + i % 2) if (((j ^ 1 + i % 2) & 1) == 0) x[i * m + j] = x[i * m + j - 1] + x[i * m + j + 1] + x[(i - 1) * m + j] + x[(i + 1) * m + j];
}

int main(void) {
  FILL(sum, BOARDS * M);
  FILL(a, BOARDS * N * M);
  columns(BOARDS, N, sum, a);
  SHOW(sum, BOARDS * M);
  lift(BOARDS * N * M / 128, a);
  SHOW(a, BOARDS * N * M);
  red(BOARDS * N, M, a);
  SHOW(a, BOARDS * N * M);
  return 0;
}
