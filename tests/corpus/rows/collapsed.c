/* Rows inside of other loops of the directive: each of their iterations has blocks of rows. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { B = 3, N = 200, M = 75 };

/* A batch of products of matrices and one vector. */
static void batch(int b, int n, int m, const double *restrict a, const double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:b*n*m], x[0:m]) map(from: y[0:b*n]) //~ plan=rows(a)
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < m; j++)
        s += a[(k * n + i) * m + j] * x[j];
      y[k * n + i] = s;
    }
}

/* Lengths that are numbers, three loops, an offset of each head. */
static float scores[2][B][N][64], greatest[2][B][N];
static void heads(const float *restrict offset) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: scores, greatest) map(to: offset[0:B]) //~ plan=rows(scores)
  for (int sample = 0; sample < 2; sample++) {
    for (int head = 0; head < B; head++) {
      for (int row = 0; row < N; row++) {
        const float add = offset[head];
        float most = scores[sample][head][row][0] + add;
        for (int j = 1; j < 64; j++)
          if (scores[sample][head][row][j] + add > most) most = scores[sample][head][row][j] + add;
        greatest[sample][head][row] = most;
      }
    }
  }
}

/* Counters of outside, and one of another type. */
static void counters(size_t b, int n, int m, const int *restrict a, int *restrict y) {
  size_t k;
  int i, j, s;
  #pragma omp target teams distribute parallel for collapse(2) private(j, s) map(to: a[0:b*n*m]) map(from: y[0:b*n]) //~ plan=rows(a)
  for (k = 0; k < b; k++)
    for (i = 0; i < n; i++) {
      s = 3;
      for (j = 0; j < m; j++) s = s % 7 + a[(k * n + i) * m + j];
      y[k * n + i] = s;
    }
}

/* A sum of all rows beside them. */
static double summed(int b, int n, int m, const double *restrict a, double *restrict y) {
  double total = 1;
  #pragma omp target teams distribute parallel for collapse(2) reduction(+: total) map(to: a[0:b*n*m]) map(from: y[0:b*n]) //~ plan=rows(a)
  for (int k = 1; k <= b; k++)
    for (int i = 0; i < n; i++) {
      double s = k;
      for (int j = 0; j < m; j++) s = s / 2 + a[((k - 1) * n + i) * m + j];
      y[(k - 1) * n + i] = s;
      total += s;
    }
  return total;
}

/* Two loops along a row. */
static void normal(int b, int n, int m, const float *restrict a, float *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:b*n*m]) map(from: y[0:b*n*m]) //~ plan=rows(a)
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n; i++) {
      float most = 0;
      for (int j = 0; j < m; j++)
        most = a[(k * n + i) * m + j] > most ? a[(k * n + i) * m + j] : most;
      for (int j = 0; j < m; j++) y[(k * n + i) * m + j] = most - a[(k * n + i) * m + j];
    }
}

/* Most threads of a block of 128 rows would have none. */
static double small[B][40][64], of_small[B][40];
static void few(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: small) map(from: of_small) //~ plan=none WC210
  for (int k = 0; k < B; k++)
    for (int i = 0; i < 40; i++) {
      double s = 0;
      for (int j = 0; j < 64; j++) s = s / 2 + small[k][i][j];
      of_small[k][i] = s;
    }
}

/* Every second sample: the blocks of the others have no rows. */
static void every_second(int b, int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:b*n*m]) map(tofrom: y[0:b*n]) //~ plan=none WC211
  for (int k = 0; k < b; k += 2)
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j < m; j++) s = s / 2 + a[(k * n + i) * m + j];
      y[k * n + i] = s;
    }
}

/* Samples have different numbers of rows. */
static void ragged(int b, int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:b*n*m]) map(tofrom: y[0:b*n]) //~ plan=none
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n - k; i++) {
      double s = 0;
      for (int j = 0; j < m; j++) s = s / 2 + a[(k * n + i) * m + j];
      y[k * n + i] = s;
    }
}

int main(void) {
  double *a = malloc(sizeof(double) * B * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * B * N);
  float *f = malloc(sizeof(float) * B * N * M), *g = malloc(sizeof(float) * B * N * M), offset[B] = {1, 0, 2};
  int *p = malloc(sizeof(int) * B * N * M), *q = malloc(sizeof(int) * B * N);
  FILL(a, B * N * M); FILL(x, M); FILL(y, B * N); FILL(f, B * N * M); FILL(p, B * N * M);
  FILL(&scores[0][0][0][0], 2 * B * N * 64); FILL(&small[0][0][0], B * 40 * 64);
  batch(B, N, M, a, x, y); SHOW(y, B * N);
  batch(7, 31, 40, a, x, y); SHOW(y, 7 * 31);
  batch(2, 128, 33, a, x, y); SHOW(y, 2 * 128);
  batch(0, 300, 33, a, x, y);
  heads(offset); SHOW(&greatest[0][0][0], 2 * B * N);
  counters(B, N, M, p, q); SHOW(q, B * N);
  printf("%.1f\n", summed(B, N, M, a, y)); SHOW(y, B * N);
  normal(B, N, M, f, g); SHOW(g, B * N * M);
  few(); SHOW(&of_small[0][0], B * 40);
  every_second(B, N, M, a, y); SHOW(y, B * N);
  ragged(B, N, M, a, y); SHOW(y, B * N);
  return 0;
}
