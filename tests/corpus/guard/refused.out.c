/* warpcc-flags: -std=c11 */
/* Conditions that must stay where they are. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[M][N], d[N][8][8], limit[N];
static int row[N];

/* It reads memory, which the inner loop writes. */
static void from_memory(void) {
  #pragma omp target teams distribute map(tofrom: a, limit) //~ plan=teams(j)
  for (int i = 0; i < N; i++)
    if (limit[i] > 3)
      _Pragma("omp parallel for") for (int j = 0; j < M; j++) {
        a[i][j] = a[i][j] * 2 + i;
        if (j == 3) limit[i] = 1;
      }
}

/* It names a variable of another condition's definition: what that reads may not be there. */
static void inside_another(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: d) map(to: row, limit) //~ plan=collapse(2)+guard(24)
  for (int i = 0; i < N; i++)
    
      for (int j = 0; j < n; j++) if (row[i] >= 0) {
        double x = limit[row[i] + j];
        if (x > 1)
          for (int k = 0; k < 8; k++)
            d[i][j][k] += x;
      }
}

/* The inner loop changes the variable. */
static void changed(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none
  for (int i = 0; i < M; i++) {
    int t = i % 3;
    if (t < 2)
      for (int j = 0; j < n; j++) {
        t += j;
        c[i][j] += t;
      }
  }
}

/* Where it fails, the loop's bound has no value. */
static void guards_the_bound(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none
  for (int i = 0; i < N; i++)
    if (n > 0)
      for (int j = 0; j < M / n; j++)
        b[i][j] += j;
}

/* What stands in the other branch would have to move as well. */
static void with_else(int n) {
  #pragma omp target teams distribute map(tofrom: c) //~ plan=teams(j)
  for (int i = 0; i < M; i++)
    if (i != n) {
      _Pragma("omp parallel for") for (int j = 0; j < N; j++)
        c[i][j] = c[i][j] + 1;
    } else {
      c[i][0] = 0;
    }
}

/* It never holds: nothing is saved. */
static void never(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none
  for (int i = 0; i < N; i++)
    if (1 >= 2 * i && 2 * i <= -4)
      for (int j = 0; j < M; j++)
        b[i][j] += n * j;
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], M * N);
  FILL(&d[0][0][0], N * 8 * 8);
  FILL(limit, N);
  for (int i = 0; i < N; i++) row[i] = i % 4 == 1 ? -1000000 : i % 7;
  inside_another(8);
  SHOW(&d[0][0][0], N * 8 * 8);
  changed(N - 3);
  from_memory();
  SHOW(limit, N);
  guards_the_bound(0);
  guards_the_bound(2);
  with_else(7);
  never(3);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(&c[0][0], M * N);
  return 0;
}
