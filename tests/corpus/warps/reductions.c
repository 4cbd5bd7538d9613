/* What the directive reduces beside rows that warps share: each row keeps what it accumulates, and one thread of the team adds that. */
/* warpcc-flags: -O2 -ffast-math */
/* warpcc-team-memory: on */
#include "../check.h"
enum { B = 2, N = 150, M = 100 };

static double norm(int n, int m, const double *restrict a, const double *restrict x, double *restrict y) {
  double total = 5;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=warps(j)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j] * x[j];
    y[i] = s;
    total += s * s;
  }
  return total;
}

/* Two numbers, one of them the greatest of integers; nothing else is stored. */
static int checks(unsigned n, unsigned m, const unsigned *restrict a, unsigned *bits) {
  int most = -5;
  unsigned all = 9;
  #pragma omp target teams distribute parallel for reduction(max: most) reduction(^: all) map(to: a[0:n*m]) //~ plan=warps(k)
  for (unsigned i = 0; i < n; i++) {
    unsigned h = i;
    for (unsigned k = 0; k < m; k++) h += a[i * m + k] * k;
    all ^= h;
    if ((int)(h % 1000) > most) most = (int)(h % 1000);
  }
  *bits = all;
  return most;
}

/* In a batch. */
static float residual(int b, int n, int m, const float *restrict a, const float *restrict rhs) {
  float sum = 0;
  #pragma omp target teams loop collapse(2) reduction(+: sum) map(to: a[0:b*n*m], rhs[0:b*n]) //~ plan=combine+warps(j)
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n; i++) {
      float r = rhs[k * n + i];
      for (int j = 0; j < m; j++) r -= a[(k * n + i) * m + j];
      sum += r < 0 ? -r : r;
    }
  return sum;
}

/* In the loop along the row the sum of all is one sum more. */
static double in_the_row(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) {
      s += a[i * m + j];
      total += a[i * m + j];
    }
    y[i] = s;
  }
  return total;
}

int main(void) {
  double *a = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N);
  float *f = malloc(sizeof(float) * B * N * M), *r = malloc(sizeof(float) * B * N);
  unsigned *u = malloc(sizeof(unsigned) * N * M), bits;
  FILL(a, N * M); FILL(x, M); FILL(f, B * N * M); FILL(r, B * N); FILL(u, N * M);
  printf("%.1f\n", norm(N, M, a, x, y)); SHOW(y, N);
  printf("%.1f\n", norm(16, 64, a, x, y)); SHOW(y, 16);
  printf("%.1f\n", norm(5, 90, a, x, y)); SHOW(y, 5);
  printf("%.1f\n", norm(0, 90, a, x, y));
  printf("%d\n", checks(N, M, u, &bits)); printf("%u\n", bits);
  printf("%.1f\n", residual(B, N, M, f, r));
  printf("%.1f\n", residual(10, 7, M, f, r));
  printf("%.1f\n", in_the_row(N, M, a, y)); SHOW(y, N);
  return 0;
}
