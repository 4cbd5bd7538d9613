/* warpcc-flags: -std=c11 */
/* Constructs inside of target regions that must stay as they are. */
#include "../check.h"
#include <omp.h>

enum { N = 12, M = 40, K = 33 };
static double a[N][M][K], b[N][M][K], last[N];

/* The threads share k, whose value the team may use afterwards. */
static void shared_counter(int n, int threads) {
  #pragma omp target teams distribute map(tofrom: a, last) //~ plan=none
  for (int i = 0; i < n; i++) {
    int k = 0;
    #pragma omp parallel for num_threads(threads) //~ plan=none WC104
    for (int j = 0; j < M; j++)
      for (k = 0; k < K; k++)
        a[i][j][k] += k;
    last[i] = k;
  }
}

/* Each thread passes a value on. */
static void carried(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for //~ plan=none WC205
    for (int j = 0; j < M; j++)
      for (int k = 1; k < K; k++)
        a[i][j][k] += a[i][j][k - 1];
  }
}

/* Whether the ranges overlap could be tested on the host alone. */
static void untested(int n, double *x, double *y) {
  #pragma omp target teams distribute is_device_ptr(x, y) //~ plan=none
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for //~ plan=none WC207
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K; k++)
        x[(i * M + j) * K + k] += y[(i * M + j) * K + k];
  }
}

/* The pointer leaves the section that is mapped: it may point to the other one. */
static void moving(int n, double *x, double *y) {
  #pragma omp target teams distribute map(tofrom: x[0:n*M*K], y[0:n*M*K]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double *p = x;
    if (i > 1) p = y;
    #pragma omp parallel for //~ plan=none WC207
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K; k++)
        p[(i * M + j) * K + k] += y[(i * M + j) * K + k];
  }
}

/* The teams have values of their own: which team runs an iteration must not change. */
static void of_one_team(int n) {
  #pragma omp target teams num_teams(3) thread_limit(32) map(tofrom: a) //~ plan=none
  {
    int shift = omp_get_team_num() / 8;
    #pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < M; j++)
        a[i][j][0] += shift;
  }
}

static void with_a_table(int n) {
  int table[4];
  #pragma omp target teams num_teams(3) thread_limit(32) private(table) map(tofrom: a) //~ plan=none
  {
    for (int k = 0; k < 4; k++) table[k] = k * (omp_get_num_teams() > 0);
    #pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < M; j++)
        a[i][j][0] += table[j % 4];
  }
}

/* A loop of a parallel region that is already there: its threads have variables of their own. */
static void in_a_parallel_region(int n) {
  #pragma omp target parallel map(tofrom: b) //~ plan=none
  {
    int mine = 1;
    #pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < M; j++)
        b[i][j][0] += mine;
  }
}

/* A definition of the team's, which the inner loops change. */
static void assigned_inside(int n) {
  #pragma omp target teams distribute map(tofrom: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    int t = i;
    #pragma omp parallel for firstprivate(t) //~ plan=none WC204
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K; k++) {
        t = (t + k) % 7;
        b[i][j][k] += t - t;
      }
  }
}

/* Each team has a tile for itself, which is not in the memory that all teams share. */
static void tiles(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++) {
    double tile[M][K];
    #pragma omp parallel for //~ plan=none !WC101
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K; k++)
        tile[j][k] = j * k + i;
    #pragma omp parallel for //~ plan=none !WC101
    for (int k = 0; k < K; k++)
      a[i][0][k] += tile[3][k]; //~ a: sectors=1..8
  }
}

/* Behind the first construct k is 1 and p is another pointer: a clause gives them these values. */
static void stepped(int n, int *x) {
  #pragma omp target map(tofrom: x[0:8192]) //~ plan=none
  {
    int k = 64;
    #pragma omp simd linear(k: -1)
    for (int j = 0; j < 63; j++)
      x[j] += k;
    #pragma omp parallel for //~ plan=none
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 8; j++)
        for (int l = 0; l < 64; l++)
          x[i * 1024 + j * k + l] = (x[i * 1024 + j * k + l] * 2 + l) % 97;
  }
}

static void moved_on(int n, int *x) {
  #pragma omp target map(tofrom: x[0:8192]) //~ plan=none
  {
    int *p = x;
    #pragma omp simd linear(p: 1)
    for (int j = 0; j < 63; j++)
      *p += 1;
    #pragma omp parallel for //~ plan=none
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 8; j++)
        for (int l = 0; l < 63; l++)
          p[i * 1024 + j * 64 + l] = x[i * 1024 + j * 64 + l] * 2 % 97 + l;
  }
}

static void in_each_iteration(int n, int *x) {
  #pragma omp target teams distribute map(tofrom: x[0:8192]) //~ plan=none
  for (int i = 0; i < n; i++) {
    int k = 64;
    #pragma omp parallel for linear(k: -1)
    for (int j = 0; j < 63; j++)
      x[i * 1024 + 960 + j] += k;
    #pragma omp parallel for //~ plan=none
    for (int o = 0; o < 2; o++)
      for (int j = 0; j < 8; j++)
        for (int l = 0; l < 32; l++)
          x[i * 1024 + o * 512 + j * k + l] = (x[i * 1024 + o * 512 + j * k + l] * 2 + l) % 97;
  }
}

/* A team gets the same rows in both constructs, and in every step: it reads what it wrote itself. */
static void same_rows(int n, int m, double *restrict x, double *restrict y) {
  #pragma omp target teams num_teams(3) map(tofrom: x[0:n*m], y[0:n*m]) //~ plan=none
  {
    #pragma omp distribute parallel for dist_schedule(static, 4)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        x[i * m + j] = i + j;
    #pragma omp distribute parallel for dist_schedule(static, 4)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        y[i * m + j] = x[i * m + m - 1 - j] * 2;
  }
}

static void in_steps(int n, int m, double *restrict x) {
  #pragma omp target teams num_teams(3) map(tofrom: x[0:4*n*m]) //~ plan=none
  for (int t = 1; t < 4; t++) {
    #pragma omp distribute parallel for dist_schedule(static, 4)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        x[(t * n + i) * m + j] = x[((t - 1) * n + i) * m + m - 1 - j] + 1;
  }
}

/* The rows of a team are those of the serial loop behind the construct. */
static void told(int n, int m, double *restrict x, double *restrict y) {
  #pragma omp target teams num_teams(3) map(tofrom: x[0:n*m], y[0:n*m]) //~ plan=none
  {
    #pragma omp distribute parallel for dist_schedule(static, 1)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        x[i * m + j] = i + j;
    int teams = omp_get_num_teams();
    for (int i = omp_get_team_num(); i < n; i += teams)
      y[i * m] = x[i * m + m - 1];
  }
}

int main(void) {
  FILL(&a[0][0][0], N * M * K);
  FILL(&b[0][0][0], N * M * K);
  FILL(last, N);
  shared_counter(N, 1);
  SHOW(last, N);
  carried(N);
  SHOW(&a[0][0][0], N * M * K);
  double *x = &a[0][0][0], *y = &b[0][0][0];
  #pragma omp target data map(tofrom: x[0:N*M*K], y[0:N*M*K]) use_device_ptr(x, y)
  untested(N, x, y);
  SHOW(&a[0][0][0], N * M * K);
  moving(N, &a[0][0][0], &b[0][0][0]);
  of_one_team(N);
  with_a_table(N);
  tiles(N);
  in_a_parallel_region(N);
  assigned_inside(N);
  static int cells[8192];
  FILL(cells, 8192);
  stepped(7, cells);
  moved_on(7, cells);
  in_each_iteration(7, cells);
  SHOW(cells, 8192);
  static double rows[4 * N * M], others[N * M];
  FILL(rows, 4 * N * M);
  same_rows(N, M, rows, others);
  SHOW(others, N * M);
  in_steps(N, M, rows);
  told(N, M, rows, others);
  SHOW(rows, 4 * N * M);
  SHOW(others, N * M);
  SHOW(&a[0][0][0], N * M * K);
  SHOW(&b[0][0][0], N * M * K);
  return 0;
}
