/* warpcc-transfers: on, warpcc-report: whole
   What the device never writes does not come back: sections, arrays that no clause names, scalars. What it may write by any name does. */
#include "../check.h"
enum { N = 64 };
static double table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
static double field[N], other[N];

/* In one clause, on one line and on two; a comment in a clause keeps it as it is. */
static void sum(double *a, double *b, double *c, int n) {
#line 10
  #pragma omp target enter data map(to: a[0:n], b[0:n], c[0:n])
#line 10
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n], c[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    c[i] += a[i] + b[i];
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n], /* added */ b[0:n]) map(c[0:n])
  for (int i = 0; i < n; i++)
    c[i] += a[i] + b[i];
#line 15
  #pragma omp target exit data map(from: c[0:n]) map(release: a[0:n], b[0:n])
#line 16
}

static void lines(double *a, double *b, double *c, int n) {
  #pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n]) \
 \
    map(c[0:n])
  for (int i = 0; i < n; i++)
    c[i] += a[i] + b[i];
}

/* By no clause. */
static void unnamed(void) {
  #pragma omp target teams distribute parallel for map(to: table, other)
  for (int i = 0; i < N; i++)
    field[i] += table[i % 8] * other[i];
}

static void local(double *out) {
  double weight[4] = {1, 2, 3, 4};
  #pragma omp target teams distribute parallel for map(to: weight) map(tofrom: out[0:N])
  for (int i = 0; i < N; i++)
    out[i] += weight[i % 4];
}

static double scalars(double *a, int n) {
  double scale = 3, total = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: total) reduction(+: total)
  for (int i = 0; i < n; i++)
    total += scale * a[i];
  return total;
}

/* Through a row's pointer. */
static void rows(double *a, double *b, int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*8]) map(to: b[0:n*8])
  for (int i = 0; i < n; i++) {
#line 54
    for (int j = 0; j < 8; j++) {
#line 52
      double *row = a + i * 8;
#line 53
      const double *from = b + i * 8;
#line 55
      row[j] += from[j];
#line 55
    }
#line 56
  }
}

/* A call gives one array twice. */
static void doubled(double *a, double *b, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

static void chosen(double *a, double *b, int n, int which) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n])
  for (int i = 0; i < n; i++) {
    double *out = which ? a : b;
    out[i] += 1;
  }
}

static double late(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(always, tofrom: b[0:n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
  double sum = a[3] + b[3];
  free(a), free(b);
  return sum;
}

/* The other array is not needed there. */
static void unused(double *a, double *b, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(alloc: b[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

/* It is needed by another name. */
static void by_another_name(double *a, int n) {
  double *half = a + n / 2;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n / 2; i++)
    half[i] += 1;
}

struct pair { double x, y; };

static void records(struct pair *p, struct pair one, double *out, int n) {
  #pragma omp target teams distribute parallel for map(to: p[0:n], one) map(tofrom: out[0:n])
  for (int i = 0; i < n; i++)
    out[i] += p[i].x * one.y - p[i].y * one.x;
}

int main(void) {
  static double a[N], b[N], c[N];
  static struct pair p[N / 2];
  FILL(a, N);
  FILL(b, N);
  FILL(c, N);
  FILL(field, N);
  FILL(other, N);
  for (int i = 0; i < N / 2; i++)
    p[i] = (struct pair){a[i], b[i + 3]};
  sum(a, b, c, N); SHOW(c, N);
  lines(a, b, c, N); SHOW(c, N);
  unnamed(); SHOW(field, N); SHOW(other, N);
  local(c); SHOW(c, N);
  printf("%g\n", scalars(a, N));
  rows(c, b, N / 8); SHOW(c, N);
  doubled(a, a, N); SHOW(a, N);
  chosen(a, b, N, 0); SHOW(a, N); SHOW(b, N);
  printf("%g\n", late(N));
  unused(a, b, N); SHOW(a, N);
  by_another_name(a, N); SHOW(a, N);
  records(p, p[2], c, N / 2); SHOW(c, N);
  return 0;
}
