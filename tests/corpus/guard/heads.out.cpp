/* Conditions that declare what they ask: their text is one with the declaration's. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M];
static int row[N];

static void first() {
  #pragma omp target teams distribute map(tofrom: a) map(to: row) //~ plan=teams(j)
  for (int i = 0; i < N; i++)
    if (const int r = row[i]; r > 2)
      _Pragma("omp parallel for") for (int j = 0; j < M; j++)
        a[i][j] += r;
}

static void only() {
  #pragma omp target teams distribute map(tofrom: b) map(to: row) //~ plan=teams(j)
  for (int i = 0; i < N; i++)
    if (int r = row[i])
      _Pragma("omp parallel for") for (int j = 0; j < M; j++)
        b[i][j] += r;
}

/* Another statement of the body is no part of it. */
static void beside(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) map(to: row) //~ plan=collapse(2)+guard(30)+sink(29)
  for (int i = 0; i < n; i++) {
    
    
      for (int j = 0; j < M; j++)
        { const int r{row[i]}; if (r > 1) b[i][j] += r; }
  }
}

int main() {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(row, N);
  first();
  only();
  beside(N);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  return 0;
}
