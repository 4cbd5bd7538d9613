/* warpcc-flags: -std=c11 */
/* Directives that must stay what they are. */
#include "../check.h"
#include <omp.h>

enum { N = 96, M = 80 };
static double a[M][N], b[M][N], total[N];
static int numbers[N];

/* Rows in order, and long enough: the test whether they are short would read memory. */
static void coalesced(int n, const int *m, double *restrict x) {
  #pragma omp target teams distribute map(to: m[0:1]) map(tofrom: x[0:n*M]) //~ plan=none
  for (int i = 0; i < n; i++)
    #pragma omp parallel for //~ plan=none
    for (int j = 0; j < *m; j++)
      x[i * M + j] *= 2;
}

/* Each thread has a copy that it changes. */
static void copies(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int shift = i;
    #pragma omp parallel for firstprivate(shift) //~ plan=none
    for (int j = 0; j < M; j++) {
      shift = (shift + 3 * j) % 2;
      a[j][i] += shift * 0;
    }
  }
}

/* What one team adds up passes from one iteration to the next. */
static void carried(int n, int start) {
  #pragma omp target teams distribute num_teams(2) firstprivate(start) map(tofrom: a) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      a[j][i] += start;
    start += 0;
  }
}

/* Threads of one team, which see each other. */
static void observed(int n) {
  #pragma omp target parallel for num_threads(8) map(from: numbers) //~ plan=none WC108
  for (int i = 0; i < n; i++)
    numbers[i] = omp_get_num_threads() > 0 ? omp_get_team_num() : -1;
}

/* Only the threads of one team keep each other out. */
static void critical(int n) {
  #pragma omp target parallel for map(tofrom: total) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    #pragma omp critical
    total[0] += i;
}

/* Whether the variable is one of the loop's own is not known. */
static void unused(int n) {
  int k;
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for private(k) //~ plan=none
    for (int j = 0; j < M; j++)
      a[j][i] += 1;
  }
}

/* Two loops of threads with a barrier in between. */
static void phases(int n) {
  #pragma omp target teams distribute map(tofrom: a, b) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for //~ plan=none
    for (int j = 0; j < M; j++)
      a[j][i] += 1;
    #pragma omp parallel for //~ plan=none
    for (int j = 1; j < M; j++)
      b[j][i] += a[j - 1][i];
  }
}

/* The threads' own variable is not the team's of the same name. */
static void two_values(int n) {
  int k = 2;
  #pragma omp target teams distribute firstprivate(k) map(tofrom: a) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for private(k) //~ plan=none
    for (int j = 0; j < M; j++) {
      k = j % 3;
      a[j][i] += k;
    }
    a[0][i] += k;
  }
}

/* One thread, and one team: the iterations have an order. */
static void in_order(int n) {
  #pragma omp target parallel for num_threads(1) map(tofrom: a) //~ plan=none WC211
  for (int i = 1; i < n; i++)
    a[0][i] += a[0][i - 1];
  #pragma omp target teams distribute num_teams(1) map(tofrom: a) //~ plan=none WC211
  for (int i = 1; i < n; i++)
    a[0][i] -= a[0][i - 1];
}

/* The threads of a team fill a buffer of the team. */
static void buffer(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double column[M];
    #pragma omp parallel for //~ plan=none
    for (int j = 0; j < M; j++)
      column[j] = a[j][i];
    for (int j = 1; j < M; j++)
      a[j][i] += column[j - 1];
  }
}

/* Sums of their own for each thread. */
static void sums(int n) {
  #pragma omp target teams distribute reduction(+: total[0:N]) map(to: a) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    for (int j = 0; j < M; j++)
      total[i] += a[j][i];
}

/* Text that cannot be taken away. */
static void continued(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    #pragma omp parallel \
      for
    for (int j = 0; j < M; j++)
      a[j][i] += 1;
}

/* The last iteration's value is wanted behind the construct. */
static int last(int n) {
  int found = 0;
  #pragma omp target parallel for lastprivate(found) map(tofrom: found, a) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    found = i;
    a[0][i] += found;
  }
  return found;
}

/* One thread runs the iterations in order, and each adds up what the last one left: by any spelling of 1, by a condition, by a
   chunk that has all iterations. */
enum { One = 1 };
static const int one = 1;
#define UNIT (2 - 1)

static void spellings(int n, int m, double *restrict x) {
  #pragma omp target teams distribute map(tofrom: x[0:n*m]) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    #pragma omp parallel for num_threads(1u) schedule(static) //~ plan=none
    for (int j = 1; j < m; j++)
      x[j * n + i] += x[(j - 1) * n + i];
  #pragma omp target teams distribute map(tofrom: x[0:n*m]) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    #pragma omp parallel for num_threads(One) schedule(static) //~ plan=none
    for (int j = 1; j < m; j++)
      x[j * n + i] -= x[(j - 1) * n + i];
  #pragma omp target teams distribute num_teams(one) map(tofrom: x[0:n*m]) //~ plan=none WC211
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      x[j * n + i] += x[j * n + i - 1];
}

static void chunks(int n, double *restrict x) {
  #pragma omp target teams distribute map(tofrom: x[0:n*80]) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    #pragma omp parallel for schedule(static, 128) //~ plan=none
    for (int j = 1; j < 80; j++)
      x[j * n + i] -= x[(j - 1) * n + i];
  #pragma omp target teams distribute dist_schedule(static, 4 * 64) map(tofrom: x[0:n*80]) //~ plan=none WC211
  for (int i = 1; i < 96; i++)
    for (int j = 0; j < 80; j++)
      x[j * n + i] -= x[j * n + i - 1];
}

static void threads(int m, double *restrict x) {
  #pragma omp target parallel for if(parallel: 0) schedule(static) map(tofrom: x[0:m*96]) //~ plan=none WC211
  for (int i = 1; i < 16; i++)
    for (int j = 0; j < m - 1; j++)
      x[j * 96 + i] += x[(j + 1) * 96 + i - 1];
  #pragma omp target parallel for num_threads(UNIT) schedule(static) map(tofrom: x[0:m*96]) //~ plan=none WC211
  for (int i = 1; i < 16; i++)
    for (int j = 0; j < m - 1; j++)
      x[j * 96 + i] -= x[(j + 1) * 96 + i - 1];
  #pragma omp target parallel for thread_limit(0x1) schedule(static) map(tofrom: x[0:m*96]) //~ plan=none WC211
  for (int i = 1; i < 16; i++)
    for (int j = 0; j < m - 1; j++)
      x[j * 96 + i] += x[(j + 1) * 96 + i - 1];
  #pragma omp target parallel for schedule(static, 16) map(tofrom: x[0:m*96]) //~ plan=none WC211
  for (int i = 1; i < 16; i++)
    for (int j = 0; j < m - 1; j++)
      x[j * 96 + i] -= x[(j + 1) * 96 + i - 1];
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(total, N);
  const int m = M;
  coalesced(N, &m, &a[0][0]);
  SHOW(&a[0][0], N * M);
  copies(N);
  SHOW(&a[0][0], N * M);
  carried(N, 2);
  SHOW(&a[0][0], N * M);
  observed(N);
  SHOW(numbers, N);
  critical(N);
  SHOW(total, N);
  unused(N);
  phases(N);
  SHOW(&b[0][0], N * M);
  two_values(N);
  continued(N);
  in_order(N);
  buffer(N);
  sums(N);
  SHOW(total, N);
  SHOW(&a[0][0], N * M);
  static double x[M * N];
  FILL(x, M * N);
  spellings(N, M, x);
  for (int k = 0; k < M * N; k++)
    x[k] = k % 7;
  chunks(N, x);
  for (int k = 0; k < M * N; k++)
    x[k] = k % 7;
  threads(M, x);
  SHOW(x, M * N);
  int found = last(N);
  SHOW(&found, 1);
  return 0;
}
