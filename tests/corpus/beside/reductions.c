/* What the directive reduces beside rows: the threads of a team reduce it, and each team adds its part by an atomic update. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum { N = 300, M = 75 };

/* A product of matrix and vector, and the square of its norm. */
static double norm(int n, int m, const double *restrict a, const double *restrict x, double *restrict y) {
  double total = 5;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m], x[0:m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s += a[i * m + j] * x[j];
    y[i] = s;
    total += s * s;
  }
  return total;
}

/* The program maps the number itself, which keeps what earlier rows left in it. */
static void mapped(int n, int m, const float *restrict a, float *restrict y, float *sum) {
  float all = *sum;
  #pragma omp target data map(to: a[0:n*m]) map(from: y[0:n])
  {
    #pragma omp target teams distribute parallel for map(tofrom: all) reduction(+ : all) //~ plan=rows(a)
    for (int i = 0; i < n; ++i) {
      float most = 0;
      for (int j = 0; j < m; ++j)
        if (a[i * m + j] > most) most = a[i * m + j];
      y[i] = most;
      all -= most;
    }
  }
  *sum = all;
}

/* Nothing but the number leaves the region: the greatest sum of a row, and how many are odd. */
static int greatest(int n, int m, const int *restrict a, int *odd) {
  int most = -1000, many = 1;
  #pragma omp target teams distribute parallel for num_teams(3) reduction(max: most) reduction(+: many) map(to: a[0:n*m]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    if (s > most) most = s;
    if (s % 2) many++;
  }
  *odd = many;
  return most;
}

/* Extremes of floating numbers: clang 19 has no update of theirs that begins with an atomic load. */
static double least(int n, int m, const double *restrict a, const double *restrict b, double *high) {
  double low = 1e9, other = 1e9, top = -1e9;
  #pragma omp target teams distribute parallel for reduction(min: low, other) reduction(max: top) map(to: a[0:n*m], b[0:n]) //~ plan=none WC211
  for (int row = 0; row < n; row++) {
    double residual = b[row];
    for (int k = 0; k < m; k++) residual -= a[row * m + k] * 2;
    const double size = residual < 0 ? -residual : residual;
    low = size < low ? size : low;
    if (residual < other) other = residual;
    if (size > top) top = size;
  }
  *high = top;
  return low + other;
}

/* Bits of unsigned numbers; a product. */
static unsigned bits(unsigned n, unsigned m, const unsigned *restrict a, double *product) {
  unsigned any = 1u << 30, parity = 3;
  double all = 2;
  #pragma omp target teams distribute parallel for reduction(|: any) reduction(^: parity) reduction(*: all) map(to: a[0:n*m]) //~ plan=rows(a)
  for (unsigned i = 0; i < n; i++) {
    unsigned h = 7;
    for (unsigned j = 0; j < m; j++) h = h * 31 ^ a[i * m + j];
    any |= h;
    parity ^= h;
    all *= h % 2 ? 1 : -1;
  }
  *product = all;
  return any ^ parity;
}

/* Accumulated before the loop along a row, and behind it. */
static long twice(int n, int m, const int *restrict a, int *restrict y) {
  long total = 0;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m]) map(tofrom: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    int s = y[i];
    total += s;
    for (int j = 0; j < m; j++) s = s * 3 % 1001 + a[i * m + j];
    y[i] = s;
    total += s;
  }
  return total;
}

/* Two loops along a row, with a number that is reduced between them. */
static double between(int n, int m, const float *restrict a, float *restrict y) {
  double sum = 0;
  #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n*m]) map(from: y[0:n*m]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    float most = a[i * m];
    for (int j = 1; j < m; j++)
      most = a[i * m + j] > most ? a[i * m + j] : most;
    sum += most;
    for (int j = 0; j < m; j++) y[i * m + j] = most - a[i * m + j];
  }
  return sum;
}

/* A variable of the file, and a loop over teams. */
static double of_file = 1;
static void looped(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams loop reduction(+: of_file) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=combine+rows(a)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    of_file += s;
  }
}

/* Logical operations have no atomic update. */
static int logical(int n, int m, const int *restrict a, int *restrict y) {
  int any = 0;
  #pragma omp target teams distribute parallel for reduction(||: any) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    any = any || s > 9;
  }
  return any;
}

/* A section of an array, an element of which each row adds to. */
static double sections(int n, int m, const double *restrict a, double *restrict sums) {
  #pragma omp target teams distribute parallel for reduction(+: sums[0:4]) map(to: a[0:n*m]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    sums[i % 4] += s;
  }
  return sums[0];
}

/* The loop along a row adds to the number itself: that is one sum of all. */
static double whole(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) {
      s = s * 0.5 + a[i * m + j];
      total += a[i * m + j];
    }
    y[i] = s;
  }
  return total;
}

/* A row looks at what the thread has so far. */
static int seen(int n, int m, const int *restrict a, int *restrict y) {
  int total = 0;
  #pragma omp target teams distribute parallel for reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s + (total > 0 ? 0 : 0);
    total += s;
  }
  return total;
}

/* Teams of other threads than whole warps reduce nothing with clang 19. */
static double of_warps(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for thread_limit(96) num_threads(64) reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=rows(a)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    total += s;
  }
  return total;
}

static double of_some_threads(int n, int m, int many, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for num_threads(many) reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC216
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    total += s;
  }
  return total;
}

/* Without a default, the teams have no word of the number. */
static double named(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target teams distribute parallel for default(none) shared(a, y, n, m) reduction(+: total) map(to: a[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    total += s;
  }
  return total;
}

/* Several pragmas: of `target` alone nothing is mapped both ways. */
static double chained(int n, int m, const double *restrict a, double *restrict y) {
  double total = 0;
  #pragma omp target map(to: a[0:n*m]) map(from: y[0:n]) map(tofrom: total)
  #pragma omp teams distribute parallel for reduction(+: total) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += a[i * m + j];
    y[i] = s;
    total += s;
  }
  return total;
}

int main(void) {
  double *a = malloc(sizeof(double) * N * M), *x = malloc(sizeof(double) * M), *y = malloc(sizeof(double) * N), high, product;
  float *f = malloc(sizeof(float) * N * M), *g = malloc(sizeof(float) * N * M), sum = 10;
  int *p = malloc(sizeof(int) * N * M), *q = malloc(sizeof(int) * N), odd;
  unsigned *u = malloc(sizeof(unsigned) * N * M);
  double sums[4] = {0, 0, 0, 0};
  FILL(a, N * M); FILL(x, M); FILL(f, N * M); FILL(p, N * M); FILL(q, N); FILL(u, N * M); FILL(y, N);
  printf("%.1f\n", norm(N, M, a, x, y)); SHOW(y, N);
  printf("%.1f\n", norm(3, 33, a, x, y)); SHOW(y, N);
  printf("%.1f\n", norm(0, 40, a, x, y));
  printf("%.1f\n", norm(20, 7, a, x, y)); SHOW(y, N);
  mapped(N, M, f, g, &sum); SHOW(g, N);
  mapped(N, 40, f, g, &sum); printf("%.1f\n", sum);
  printf("%d %d\n", greatest(N, M, p, &odd), odd);
  printf("%.1f %.1f\n", least(N, M, a, y, &high), high);
  printf("%u %.1f\n", bits(N, M, u, &product), product);
  printf("%ld\n", twice(N, M, p, q)); SHOW(q, N);
  printf("%.1f\n", between(N, M, f, g)); SHOW(g, N * M);
  looped(N, M, a, y); printf("%.1f\n", of_file); SHOW(y, N);
  printf("%d\n", logical(N, M, p, q)); SHOW(q, N);
  printf("%.1f\n", sections(N, M, a, sums)); SHOW(sums, 4);
  printf("%.1f\n", whole(N, M, a, y)); SHOW(y, N);
  printf("%d\n", seen(N, M, p, q)); SHOW(q, N);
  printf("%.1f\n", of_warps(N, M, a, y)); SHOW(y, N);
  printf("%.1f\n", of_some_threads(N, M, 64, a, y)); SHOW(y, N);
  printf("%.1f\n", named(N, M, a, y)); SHOW(y, N);
  printf("%.1f\n", chained(N, M, a, y)); SHOW(y, N);
  return 0;
}
