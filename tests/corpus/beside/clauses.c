/* Clauses beside rows that come through team memory, or are shared by warps: each goes to the teams, or to their threads. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 300, M = 75 };

/* The teams are so many, whatever they take. */
static void number_of_teams(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for num_teams(7) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j]; //~ a: sectors=8..32->8..9
    y[i] = s;
  }
}

/* What is said of the threads is said of those that enter the region of a block of rows: all of a team. */
static void threads(int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(128) proc_bind(close) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float most = 0;
    for (int j = 0; j < m; j++)
      if (a[i * m + j] > most) most = a[i * m + j];
    y[i] = most;
  }
}

static void more_threads(unsigned n, unsigned m, const unsigned *restrict a, unsigned *restrict y) {
  #pragma omp target teams distribute parallel for num_teams((n + 255) / 256) num_threads(256) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
  for (unsigned i = 0; i < n; i++) {
    unsigned s = 1;
    for (unsigned j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* Threads that do not enter the region miss its barriers, 64 of 128, 128 of 256, and who knows how many: those are all of a team then. */
static void fewer_threads(int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(64) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

static void half_of_them(int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for thread_limit(256) num_threads(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

static void so_many(int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(2 * m) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* The region runs here or there; its threads are there in both cases. */
static void chosen(int n, int m, int here, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for if(target: !here) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

static void scheduled(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for schedule(static) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)+unschedule(schedule)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* The number of threads is that of a variable which the device need not have: the host says how many a team has. */
static void counted(int n, int m, int many, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(many) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* What happens where the number of threads is computed happens once, as before. */
static int calls;
static int next_number(void) { return ++calls * 32; }
static void computed(int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(next_number()) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* Both are said, and one is no number. */
static void at_most(int n, int m, int many, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for thread_limit(192) num_threads(many) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

static void from_a_table(int n, int m, const int *sizes, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for num_threads(sizes[0]) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* Whether there are threads is asked, too: on the device as well. */
static void serial(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for if(n > 9) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* Variables of outside: the sum waits between the parts of a row, the product is needed in one of them alone. */
static void declared_before(int n, int m, const double *restrict a, const double *restrict x, double *restrict y) {
  int i, j;
  double s, product, mean;
  #pragma omp target teams distribute parallel for private(s, j, product, mean) firstprivate(m) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(a)
  for (i = 0; i < n; i++) {
    s = 0;
    for (j = 0; j < m; j++) {
      product = a[i * m + j] * x[j];
      s = s * 0.5 + product;
    }
    mean = s / 4;
    y[i] = mean + i;
  }
}

/* Two loops along a row, and a loop of few iterations behind them whose counter is a thread's, too. */
static void twice(int n, int m, const float *restrict a, float *restrict y) {
  float most, sum;
  int k;
  #pragma omp target teams distribute parallel for private(most, sum, k) map(to: a[0:n*m]) map(from: y[0:n*3]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    most = a[i * m];
    sum = 0;
    for (int j = 0; j < m; j++)
      most = a[i * m + j] > most ? a[i * m + j] : most;
    for (int j = 0; j < m; j++) sum += most - a[i * m + j];
    for (k = 0; k < 3; k++) y[i * 3 + k] = sum + k;
  }
}

/* Lanes of a warp have sums of their own, whoever declares the variable. */
static void lanes(unsigned n, unsigned m, const unsigned *restrict a, unsigned *restrict y) {
  unsigned s, bits;
  #pragma omp target teams distribute parallel for private(s, bits) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=warps(j)
  for (unsigned i = 0; i < n; i++) {
    s = i;
    for (unsigned j = 0; j < m; j++) {
      bits = a[i * m + j];
      s += bits ^ j;
    }
    y[i] = s;
  }
}

/* The sum has no value of its own at the beginning of a row. */
static void open_sum(int n, int m, const double *restrict a, double *restrict y) {
  double s = 0;
  #pragma omp target teams distribute parallel for private(s) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    if (i >= 0) s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

/* An array of each thread. */
static void bins(int n, int m, const double *restrict a, double *restrict y) {
  double of_row[2];
  #pragma omp target teams distribute parallel for private(of_row) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    of_row[0] = of_row[1] = 0;
    for (int j = 0; j < m; j++) of_row[j % 2] += a[i * m + j];
    y[i] = of_row[0] - of_row[1];
  }
}

/* The last row's sum is wanted. */
static double last(int n, int m, const double *restrict a, double *restrict y) {
  double s = 0;
  #pragma omp target teams distribute parallel for lastprivate(s) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
  return s;
}

/* Teams that reduce, and have threads inside, would be slow: the threads of each reduce, and the teams update the number. */
static double reduced(int n, int m, const double *restrict a, double *restrict y) {
  double all = 0;
  #pragma omp target teams distribute parallel for reduction(+: all) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    all += s;
  }
  return all;
}

/* `teams loop` with a clause about teams. */
static void looped(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams loop num_teams(5) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=combine+rows(a)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
  }
}

int main(void) {
  double *a = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  float *f = malloc(sizeof(float) * N * M), *g = malloc(sizeof(float) * N * 3);
  unsigned *u = malloc(sizeof(unsigned) * N * M), *v = malloc(sizeof(unsigned) * N);
  FILL(a, N * M); FILL(x, M); FILL(f, N * M); FILL(u, N * M); FILL(g, N * 3);
  number_of_teams(N, M, a, y); SHOW(y, N);
  threads(N, M, f, g); SHOW(g, N);
  threads(N, 33, f, g); SHOW(g, N);
  more_threads(N, M, u, v); SHOW(v, N);
  fewer_threads(N, M, f, g); SHOW(g, N);
  half_of_them(N, M, f, g); SHOW(g, N);
  so_many(N, M, f, g); SHOW(g, N);
  chosen(N, M, 0, a, y); SHOW(y, N);
  scheduled(N, M, a, y); SHOW(y, N);
  counted(N, M, 96, f, g); SHOW(g, N);
  computed(N, M, f, g); printf("%d\n", calls); SHOW(g, N);
  at_most(N, M, 64, f, g); SHOW(g, N);
  from_a_table(N, M, (const int[]){96}, f, g); SHOW(g, N);
  serial(N, M, a, y); SHOW(y, N);
  declared_before(N, M, a, x, y); SHOW(y, N);
  declared_before(5, 33, a, x, y); SHOW(y, N);
  twice(N, M, f, g); SHOW(g, N * 3);
  lanes(N, M, u, v); SHOW(v, N);
  open_sum(N, M, a, y); SHOW(y, N);
  bins(N, M, a, y); SHOW(y, N);
  printf("%.1f\n", last(N, M, a, y));
  printf("%.1f\n", reduced(N, M, a, y)); SHOW(y, N);
  looped(N, M, a, y); SHOW(y, N);
  return 0;
}
