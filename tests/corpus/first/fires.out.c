/* warpcc-flags: -std=c11 */
/* Stores between the loops run in the first iteration of the inner loop, which has one. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[N][M], d[N][M], row[N], col[M];

static void one(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, row) //~ plan=collapse(2)+first(11)
  for (int i = 0; i < N; i++) {
    
    for (int j = 0; j < M; j++) //~ j=proved
      { if (j == 0) { row[i] = 2 * i; } a[i][j] = a[i][j] * 2 + i; }
  }
}

static void several(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b, row) map(to: a) //~ plan=collapse(2)+first(20,22)
  for (int i = 0; i < N; i++) {
     /* two statements */

    
    for (int j = 2; j < M; j++) { if (j == 2) { row[i] += a[i][0]; row[i] *= 3; }
      b[i][j] = b[i][j] + j;
      b[i][j] *= 2;
    }
  }
}

/* The loop behind the store is not the innermost one in the end. */
static void deeper(void) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c, col) //~ plan=interchange(i,k,j)+collapse(3)+first(35)
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 12; k++) {
      
      for (int j = 0; j < M / 4; j++)
        { if (k == 0) { col[10 * i + j] = i; } c[12 * i + k][2 * j] += 1; }
    }
}

static void counted_down(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: d, row) //~ plan=collapse(2)+first(44)
  for (int i = 0; i < N; i++) {
    
    for (int j = 39; j >= 0; j--) { if (j == 39) { row[N - 1 - i] = i; } d[i][j] -= j; }
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], N * M);
  FILL(&d[0][0], N * M);
  FILL(col, M);
  one();
  SHOW(row, N);
  several();
  SHOW(row, N);
  deeper();
  counted_down();
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(&c[0][0], N * M);
  SHOW(&d[0][0], N * M);
  SHOW(row, N);
  SHOW(col, M);
  return 0;
}
