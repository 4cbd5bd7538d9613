/* warpcc-flags: -std=c11 */
/* A condition between the loops moves into the innermost body. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[M][N];

static void unbraced(int first) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+guard(11)
  for (int i = 0; i < N; i++)
    
      for (int j = 0; j < M; j++)
        if (i >= first) a[i][j] = a[i][j] * 2 + i;
}

static void braced(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+guard(19)
  for (int i = 0; i < n; i++) {
     {
      for (int j = 0; j < m; j++) if (i % 3 != 0 && m > 0) {
        b[i][j] += j;
        b[i][j] *= 2;
      }
    }
  }
}

/* Beside it a definition sinks. */
static void with_definition(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) //~ plan=collapse(2)+guard(33)+sink(32)
  for (int i = 0; i < M; i++) {
    
     {
      for (int j = 0; j < N; j++)
        if (i != n) { int k = 2 * i; c[i][j] = c[i][j] + k; }
    }
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], M * N);
  unbraced(5);
  braced(N, M - 3);
  with_definition(7);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(&c[0][0], M * N);
  return 0;
}
