/* warpcc-flags: -std=c11 */
/* A condition that holds in one iteration of a loop: it counts once, whoever wrote it. */
#include "../check.h"

enum { N = 24, M = 16 };
static unsigned a[5 * N * M], b[5 * N];

/* The loop that a statement runs in the first iteration of has no other work. */
static void moved(int n, int m, unsigned *A, const unsigned *B) {
  int k;
  #pragma omp target teams loop collapse(3) private(k) map(tofrom: A[0:5*n*m]) map(to: B[0:5*n]) //~ plan=interchange(j,k,i,l)+collapse(3)+first(15)
  for (int j = 2; j < m - 1; j++) {
    for (k = 0; k < m; ++k)
      for (int i = 4; i >= 0; --i) {
        
        for (int l = 0; l <= n - 1; l++) { if (k == 0) { A[(j * n + l) * 5 + i] = B[i * n + l] * 3u + l; }
        }
      }
  }
}

/* As it is written above. */
static void written(int n, int m, unsigned *A, const unsigned *B) {
  int k;
  #pragma omp target teams loop collapse(3) private(k) map(tofrom: A[0:5*n*m]) map(to: B[0:5*n]) //~ plan=none
  for (int j = 2; j < m - 1; j++)
    for (k = 0; k < m; ++k)
      for (int i = 4; i >= 0; --i)
        for (int l = 0; l <= n - 1; l++)
          if (k == 0)
            A[(j * n + l) * 5 + i] = B[i * n + l] * 3u + l;
}

/* One column of each row, or the diagonal: of the rows' requests one in n. */
static void diagonal(int n, unsigned *A) {
  #pragma omp target teams distribute parallel for map(tofrom: A[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j == i)
        A[j * n + i] += 5;
}

int main(void) {
  FILL(a, 5 * N * M);
  FILL(b, 5 * N);
  moved(N, M, a, b);
  SHOW(a, 5 * N * M);
  written(N / 2, M, a, b);
  SHOW(a, 5 * N * M);
  diagonal(M, a);
  SHOW(a, 5 * N * M);
  return 0;
}
