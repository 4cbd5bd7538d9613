/* warpcc-flags: -std=c11 */
/* Atomic sums of floating numbers: their order is open where several iterations declared parallel may update the place. */
#include "../check.h"

enum { N = 64, M = 72, K = 8 };

/* Every point adds to its centre: points of one centre meet. */
static void centres(int n, int d, const float *restrict point, const int *restrict label, float *restrict sum) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: point[0:n*d], label[0:n]) map(tofrom: sum[0:K*d]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int q = 0; q < d; q++) { //~ q=proved
      #pragma omp atomic
      sum[label[i] * d + q] += point[i * d + q]; //~ point: sectors=4..32->4
    }
}

/* Which place a value goes to comes from memory. */
static void spread(int n, int m, const int *restrict to, const double *restrict value, double *restrict grid) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: to[0:n*m], value[0:n*m]) map(tofrom: grid[0:K*K]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) { //~ j=proved
      double half = value[i * m + j] * 0.5;
      #pragma omp atomic
      grid[to[i * m + j]] += half;
      #pragma omp atomic
      grid[K * K - 1 - to[i * m + j]] = half + grid[K * K - 1 - to[i * m + j]];
    }
  }
}

/* A row's sums are one thread's: in another order they would be rounded otherwise. */
static void row_sums(int n, int m, const float *restrict value, float *restrict sums) {
  #pragma omp target teams distribute parallel for map(to: value[0:n*m]) map(tofrom: sums[0:n*K]) //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) { //~ j=carried
      #pragma omp atomic
      sums[i * K + j % K] += value[i * m + j];
    }
}

/* The same with whole parts that come from memory. */
static void row_bins(int n, int m, const int *restrict bin, const float *restrict value, float sums[restrict][K]) {
  #pragma omp target teams distribute parallel for map(to: bin[0:n*m], value[0:n*m]) map(tofrom: sums[0:n]) //~ plan=none WC208
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) { //~ j=unknown
      #pragma omp atomic
      sums[i][bin[i * m + j] % K] += value[i * m + j];
    }
}

/* Each row has bins of its own where all numbers are less than K, which nobody knows. */
static void flat_bins(int n, int m, const int *restrict bin, const float *restrict value, float *restrict sums) {
  #pragma omp target teams distribute parallel for map(to: bin[0:n*m], value[0:n*m]) map(tofrom: sums[0:n*K]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) { //~ j=unknown
      #pragma omp atomic
      sums[i * K + bin[i * m + j]] += value[i * m + j];
    }
}

/* Columns meet, and each thread adds once to each: nothing has an order. */
static void columns(int n, int m, const float *restrict value, float *restrict sums) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: value[0:n*m]) map(tofrom: sums[0:m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) { //~ j=proved
      #pragma omp atomic
      sums[j] += value[i * m + j];
    }
}

/* A loop of threads inside of teams: its iterations and those inside change places. */
static void product(double a[N][N], double b[N][N], double c[N][N]) {
  #pragma omp target teams distribute parallel for collapse(3) map(to: a[0:N], b[0:N]) map(tofrom: c[0:N])
  for (int k = 0; k < N; k++) {
#line 76
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        #pragma omp atomic
        c[i][j] += a[i][k] * b[k][j];
      }
  }
}

/* Every iteration adds to one variable. */
static double total(int n, int m, const double *restrict value) {
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) map(to: value[0:n*m]) map(tofrom: sum) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      #pragma omp atomic
      sum += value[i * m + j];
    }
  return sum;
}

/* One iteration alone does: its additions have an order. */
static double first_row(int n, int m, const double *restrict value) {
  double sum = 0;
  #pragma omp target teams distribute parallel for map(to: value[0:n*m]) map(tofrom: sum) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (i == 0) {
        #pragma omp atomic
        sum += value[i * m + j];
      }
  return sum;
}

int main(void) {
  static float point[N * M], value[N * M], sum[K * M], sums[N * K], column[M], table[N][K];
  static int label[N], to[N * M];
  static double amount[N * M], grid[K * K], a[N][N], b[N][N], c[N][N];
  FILL(point, N * M); FILL(value, N * M); FILL(label, N); FILL(to, N * M); FILL(amount, N * M);
  FILL(&a[0][0], N * N); FILL(&b[0][0], N * N);
  for (int i = 0; i < N; i++) label[i] %= K;
  centres(N, M, point, label, sum); SHOW(sum, K * M);
  spread(N, M, to, amount, grid); SHOW(grid, K * K);
  row_sums(N, M, value, sums); SHOW(sums, N * K);
  row_bins(N, M, to, value, table); SHOW(&table[0][0], N * K);
  for (int i = 0; i < N * M; i++) to[i] %= K;
  flat_bins(N, M, to, value, sums); SHOW(sums, N * K);
  columns(N, M, value, column); SHOW(column, M);
  printf("%g %g\n", total(N, M, amount), first_row(N, M, amount));
  product(a, b, c); SHOW(&c[0][0], N * N);
  return 0;
}
