/* warpcc-flags: -std=c11 */
/* Text around the clauses that a rewriter must not trip over. */
#include "../check.h"

enum { N = 40 };
static double a[N][N], b[N][N], c[N][N][N];
int omp_get_team_num(void);

static void all_listed(int n) {
  int j;
  #pragma omp target teams distribute parallel for default(none) shared(a, n) private(j) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i][j] += i;
}

/* The bounds were meant for n iterations; with n * n the threads have more to do each. */
static void launch_bounds(int n) {
  #pragma omp target teams distribute parallel for num_teams((n + 127) / 128) thread_limit(128) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] += 2;
}

static void commented(int n) {
  #pragma omp target teams distribute parallel for /* collapse(3)? */ collapse(2) map(tofrom: c) // collapse(4), no //~ plan=collapse(3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j][k] += j;
}

static void continued(int n) {
  #pragma omp target teams distribute \
      parallel for map(tofrom: a) \
      collapse(1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] += 3;
}

#if 1
#define STATIC schedule(static, 2)
#endif

/* The clause is a macro's: it stays. */
static void macro_clause(void) {
  #pragma omp target teams distribute parallel for STATIC map(tofrom: b) //~ plan=none
  for (int i = 0; i < N; i++)
    b[0][i] += 1;
}

static void observes(int n) {
  #pragma omp target teams distribute parallel for num_teams(1) map(tofrom: b) //~ plan=none WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i][j] += omp_get_team_num();
}

static void as_good_as_it_gets(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC103
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      b[j][i] += b[j - 1][i];
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(&c[0][0][0], N * N * N);
  all_listed(N);
  launch_bounds(N);
  commented(N);
  continued(N);
  macro_clause();
  observes(N);
  as_good_as_it_gets(N);
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  SHOW(&c[0][0][0], N * N * N);
  return 0;
}
