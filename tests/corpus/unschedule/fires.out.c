/* warpcc-flags: -std=c11 */
/* schedule clauses that idle lanes or spread them over rows go. */
#include "../check.h"

enum { N = 512, M = 40 };
static double a[N], b[N], c[M][N];

static void chunks_of_four(void) {
  #pragma omp target teams distribute parallel for  map(tofrom: a) //~ plan=unschedule(schedule) WC105
  for (int i = 0; i < N; i++)
    a[i] = a[i] * 2 + 1;
}

static void one_team(void) {
  #pragma omp target teams distribute parallel for map(tofrom: b)  //~ plan=combine+unschedule(schedule)
  for (int i = 0; i < N; i++)
    b[i] = b[i] * 3 + 1;
}

static void with_commas(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c),  num_threads(64) /* tuned on a CPU */ //~ plan=unschedule(schedule)
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M; j++)
      c[j][i] += c[j - 1][i];
}

/* Lanes four iterations apart run through many rows of six, whose element is no longer the same for all of them. */
static void short_rows(int n, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2)  map(to: x[0:n*8]) map(tofrom: y[0:n*6]) //~ plan=unschedule(schedule)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 6; j++)
      y[i * 6 + j] += x[i * 8];
}

int main(void) {
  FILL(a, N);
  FILL(b, N);
  FILL(&c[0][0], M * N);
  chunks_of_four();
  one_team();
  with_commas();
  short_rows(N / 8, a, b);
  short_rows(1, a, b);
  SHOW(a, N);
  SHOW(b, N);
  SHOW(&c[0][0], M * N);
  return 0;
}
