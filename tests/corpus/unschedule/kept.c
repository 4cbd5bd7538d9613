/* warpcc-flags: -std=c11 */
/* Schedules beside a change of the loops: one without chunks loses nothing and stays; a chunk of one iteration that cannot go has the
   loops stay as they are, too. */
#include "../check.h"
#define CYCLIC schedule(static, 1)

enum { N = 64 };
static double a[N][N], b[N][N], c[N][N];
int omp_get_team_num(void);

static void even(void) {
  #pragma omp target teams distribute parallel for schedule(static) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) //~ j=proved
      a[i][j] = a[i][j] * 2 + 1;
}

static void of_a_macro(void) {
  #pragma omp target teams distribute parallel for CYCLIC map(tofrom: b) //~ plan=none WC211
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) //~ j=proved
      b[i][j] = b[i][j] * 3 + 1;
}

static void observed(double *restrict x) {
  #pragma omp target teams distribute parallel for schedule(static, 1) map(tofrom: x[0:N*N]) //~ plan=none WC209
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) //~ j=unknown
      x[i * N + j] += omp_get_team_num() >= 0;
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(&c[0][0], N * N);
  even();
  of_a_macro();
  observed(&c[0][0]);
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  SHOW(&c[0][0], N * N);
  return 0;
}
