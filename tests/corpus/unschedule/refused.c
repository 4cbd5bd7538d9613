/* warpcc-flags: -std=c11 */
/* schedule clauses that stay: they do no harm, are not modelled, or somebody looks. */
#include "../check.h"

enum { N = 512 };
static double a[N], b[N], c[N];
int omp_get_thread_num(void);

static void harmless(void) {
  #pragma omp target teams distribute parallel for schedule(static, 1) dist_schedule(static) map(tofrom: a) //~ plan=none
  for (int i = 0; i < N; i++)
    a[i] = a[i] * 2 + 1; //~ sectors=8..9
}

static void dynamic(void) {
  #pragma omp target teams distribute parallel for schedule(dynamic, 4) map(tofrom: b) //~ plan=none WC403
  for (int i = 0; i < N; i++)
    b[i] = b[i] * 3 + 1;
}

/* Which thread runs an iteration is what the loop computes. */
static void observed(void) {
  #pragma omp target teams distribute parallel for schedule(static, 4) num_threads(1) map(tofrom: c) //~ plan=none
  for (int i = 0; i < N; i++)
    c[i] += omp_get_thread_num();
}

/* One thread of a team asks for one sector, however far apart other iterations are. */
static void single(int n, int m, double *restrict x) {
  #pragma omp target teams distribute parallel for thread_limit(1) map(tofrom: x[0:n*m]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] += i; //~ sectors=1
  #pragma omp target teams distribute parallel for if(parallel: 0) map(tofrom: x[0:n*m]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] -= j; //~ sectors=1
}

int main(void) {
  FILL(a, N);
  FILL(b, N);
  FILL(c, N);
  harmless();
  dynamic();
  observed();
  single(16, N / 16, b);
  SHOW(a, N);
  SHOW(b, N);
  SHOW(c, N);
  return 0;
}
