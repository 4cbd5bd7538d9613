/* warpcc-flags: -std=c11 */
/* What most warps do stands for all: lanes that a clamp or a wrap tells from the others are few, a condition on a counter
   leaves one lane, a table has no more sectors than it has room for. */
#include "../check.h"
#include <omp.h>

enum { N = 200, TABLE = 256 };
static const unsigned char table[TABLE] = {3, 1, 4, 1, 5, 9, 2, 6};

static void clamped(int n, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n]) //~ plan=none WC103
  for (int i = 0; i < n; i++)
    b[i] = a[i + 1 < n ? i + 1 : n - 1] //~ a: sectors=5
           + a[i > 0 ? i - 1 : 0]; //~ a: sectors=4..5
}

static void one_column(int n, int m, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(tofrom: b[0:n*m]) //~ plan=collapse(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (j == 0)
        b[i * m + j] = a[j * n + i]; //~ a: sectors=1->4..5 b: sectors=1->4..32
}

static void looked_up(int n, const int *restrict index, int *restrict b) {
  #pragma omp target teams distribute parallel for map(to: index[0:n], table) map(from: b[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    b[i] = table[index[i] % TABLE] //~ table: sectors=1..8
           + table[index[i] & 31]; //~ table: sectors=1..2
}

static void rows_of_a_package(int n, int ld, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for collapse(3) map(to: a[0:n*ld*16]) map(from: b[0:n*32]) //~ plan=none
  for (int g = 0; g < n; g++)
    for (int p = 0; p < 8; p++)
      for (int v = 0; v < 4; v++)
        b[(g * 8 + p) * 4 + v] = a[(g * 8 + p) * 64 + v]; //~ a: sectors=8
}

static void tiles(int n, int ld, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*ld*2]) map(from: b[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    b[i] = a[i / 4 * ld * 8 + i % 4]; //~ a: sectors=1..8
}

static void by_warps(int n, const int *restrict start, const float *restrict a, float *restrict b) {
  #pragma omp target teams num_teams(4) map(to: start[0:n], a[0:n*32]) map(tofrom: b[0:n]) //~ plan=none
  #pragma omp parallel
  {
    int thread = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    int warp = thread / 32, lane = thread % 32;
    if (warp < n) {
      float x = a[start[warp] + lane]; //~ start: sectors=1 a: sectors=4..5
      if (lane == 31)
        b[start[warp]] = x; //~ b: sectors=1
    }
  }
}

static void first_of_rows(int n, int m, const float *restrict a, float *restrict b) {
  #pragma omp target teams num_teams(4) map(to: a[0:n]) map(tofrom: b[0:n]) //~ plan=none
  #pragma omp parallel
  {
    int thread = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    if (thread % m == 0 && thread < n)
      b[thread] = a[thread]; //~ sectors=1
  }
}

static void exchanged(int n, int j, int m, const float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n]) //~ plan=none WC103
  for (int i = 0; i < n; i++)
    b[i] = a[i ^ j] //~ a: sectors=4
           + a[(i % m + 1) % m]; //~ a: sectors=4..5
}

int main(void) {
  static float a[N * 64 * 8], b[N * 32];
  static int index[N], c[N], start[4];
  FILL(a, N * 64 * 8);
  for (int i = 0; i < N; i++) index[i] = i * 37 % 1000;
  clamped(N, a, b);
  SHOW(b, N);
  one_column(10, 20, a, b);
  SHOW(b, N);
  looked_up(N, index, c);
  SHOW(c, N);
  rows_of_a_package(N, 32, a, b);
  SHOW(b, N * 32);
  tiles(N, 8, a, b);
  by_warps(0, start, a, b);
  first_of_rows(0, 40, a, b);
  exchanged(128, 4, 48, a, b);
  SHOW(b, 128);
  SHOW(b, N);
  return 0;
}
