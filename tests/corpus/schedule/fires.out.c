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

int main(void) {
  FILL(a, N);
  FILL(b, N);
  FILL(&c[0][0], M * N);
  chunks_of_four();
  one_team();
  with_commas();
  SHOW(a, N);
  SHOW(b, N);
  SHOW(&c[0][0], M * N);
  return 0;
}
