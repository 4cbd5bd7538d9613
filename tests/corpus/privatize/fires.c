/* warpcc-flags: -std=c11 */
/* An array of each thread, which every iteration of the collapsed loops fills before it reads it. */
#include "../check.h"

enum { N = 40 };
static double a[N][N], b[N][N];

static void elements(int n) {
  double p[2];
  #pragma omp target teams distribute parallel for private(p) map(tofrom: a) map(to: b) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      p[0] = b[i][j] * 2;
      p[1] = a[i][j] + p[0];
      a[i][j] = p[0] * 3 + p[1];
    }
}

/* One loop fills it, others of the same range read and change it. */
static void swept(int n) {
  double p[5];
  #pragma omp target teams distribute parallel for private(p) map(tofrom: a) map(to: b) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < 5; k++)
        p[k] = b[i][j] + k;
      for (int l = 0; l < 5; l++)
        p[l] += l;
      double sum = 0;
      for (int k = 0; k < 5; k++)
        sum += p[k] * p[k];
      a[i][j] = sum + p[0];
    }
}

/* A matrix, and a branch that reads what was written before it. */
static void square(int n, int m) {
  double p[3][4];
  #pragma omp target teams distribute parallel for private(p) map(tofrom: a) map(to: b) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 4; l++)
          p[k][l] = b[i][j] * k + l;
      if (j > 2) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
          for (int l = 0; l < 4; l++)
            sum += p[k][l];
        a[i][j] += sum;
      } else {
        p[1][1] = j;
        a[i][j] += p[1][1];
      }
    }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  elements(N);
  SHOW(&a[0][0], N * N);
  swept(N - 1);
  SHOW(&a[0][0], N * N);
  square(N, N - 3);
  SHOW(&a[0][0], N * N);
  return 0;
}
