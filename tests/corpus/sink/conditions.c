/* warpcc-flags: -std=c11 -Wall -Wextra -Werror */
/* Conditions that read memory, or name definitions between the loops, move with what they need. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[N][N], d[N][M][8], e[M][M][2];
static int mask[N], row[N], packed[M * (M + 1) / 2], table[36 * M], kept[216 * M];

/* The mask is asked in every inner iteration. */
static void masked(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: mask) //~ plan=collapse(2)+guard(13)
  for (int i = 0; i < n; i++)
    if (mask[i] > 2)
      for (int j = 0; j < M; j++)
        a[i][j] *= 2;
}

/* The condition names a definition by a value. */
static void by_value(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+guard(23)+sink(22)
  for (int i = 0; i < n; i++) {
    const int r = (i * 7) % 5;
    if (r != 1)
      for (int j = 0; j < M; j++)
        b[i][j] += r;
  }
}

/* One that reads, after a declaration of several variables; the definition behind the condition stays behind it. */
static void by_reading(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: d) map(to: row, a) //~ plan=collapse(3)+guard(36)+sink(33,34,35,38)
  for (int i = 0; i < n; i++) {
    int r, t;
    r = row[i];
    t = r + 1;
    if (r >= 0 && t < N) {
      for (int j = 0; j < M; j++) {
        double x = a[i][j] / (r + 1);
        for (int k = 0; k < 8; k++)
          d[i][j][k] += x * t;
      }
    }
  }
}

/* Two conditions, the second one inside the first. */
static void nested(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: mask, row) //~ plan=collapse(2)+guard(50)
  for (int i = 0; i < n; i++)
    if (i % 3 != 2) {
      for (int j = 0; j < N; j++)
        if (mask[j] != row[i]) c[i][j] += 1;
    }
}

/* The loop that each thread runs by itself stands inside of the condition. */
static void outside(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a, b, mask) //~ plan=interchange(i,j,k)+collapse(2)+guard(60)
  for (int i = 0; i < n; i++)
    if (mask[i])
      for (int k = 0; k < M; k++)
        for (int j = 0; j < N; j++)
          c[i][j] += a[i][k] * b[j][k];
}

/* Outside of the triangle nothing is read: the packed rows end with it. */
static void triangle(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: e) map(to: packed) //~ plan=collapse(3)+guard(72)+box(j)+sink(71)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      int r = packed[i * (i + 1) / 2 + j];
      if (r > 3)
        for (int k = 0; k < 2; k++)
          e[i][j][k] += r;
    }
}

/* What is read behind the loops that change places, beside another loop, is read under the condition. */
static void beside(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: kept) map(to: table) //~ plan=collapse(2)+guard(84)+sink(82,83)
  for (int i = 0; i < 6; i++) {
    int z = i + i + 1;
    int j;
    if (z <= 1) {
      for (j = m; j >= 0; --j)
        for (int k = 0; k < z; ++k) {
          int x = table[(k * 6 + i) * M + j];
          for (int l = 0; l < z; l++)
            kept[((j * 6 + k) * 6 + l) * 6 + i] = x * l - i;
        }
    }
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], N * N);
  FILL(&d[0][0][0], N * M * 8);
  FILL(mask, N);
  FILL(packed, M * (M + 1) / 2);
  triangle(M);
  SHOW(&e[0][0][0], M * M * 2);
  for (int i = 0; i < N; i++) row[i] = i % 4 == 1 ? -1 : (i * 5) % N;
  masked(N);
  SHOW(&a[0][0], N * M);
  by_value(N);
  SHOW(&b[0][0], N * M);
  by_reading(N);
  SHOW(&d[0][0][0], N * M * 8);
  nested(N);
  outside(N);
  masked(0);
  outside(1);
  SHOW(&c[0][0], N * N);
  FILL(table, 36 * M);
  FILL(kept, 216 * M);
  beside(M - 1);
  beside(-1);
  SHOW(kept, 216 * M);
  return 0;
}
