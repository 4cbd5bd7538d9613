/* warpcc-transfers: on
   Clauses of data constructs: what no device writes while they last does not come back, what none uses does not go there. */
#include "../check.h"
enum { N = 64 };

static void add(double *a, const double *b, int n) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

/* By regions of called functions. */
static void called(double *a, double *b, double *c, int n) {
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) map(alloc: c[0:n])
  {
    add(a, b, n);
    add(a, b, n);
  }
}

/* By regions that stand in it, with maps of their own and without, of a part too; one is conditional. */
static double inside(double *a, double *b, int n) {
  double sum = 0;
  #pragma omp target data map(a[0:n]) map(to: b[0:n])
  {
    #pragma omp target teams distribute parallel for map(tofrom: sum, b[0:n]) reduction(+: sum)
    for (int i = 0; i < n; i++)
      sum += b[i] * 2;
    if (sum > 10) {
      #pragma omp target teams distribute parallel for map(to: b[0:n / 2]) map(a[0:n])
      for (int i = 0; i < n / 2; i++)
        a[i] += b[i];
    }
  }
  return sum;
}

/* The host reads it in between. */
static double read(double *a, double *b, int n) {
  double sum = 0;
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
  {
    add(a, b, n);
    sum += b[3];
  }
  return sum;
}

/* By another name. */
static void renamed(double *a, double *b, int n) {
  double *half = b + n / 2;
  #pragma omp target data map(tofrom: a[0:n], b[0:n])
  {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n / 2; i++)
      half[i] += 1;
    add(a, b, n);
  }
}

/* Updates in it, and a function that nobody sees. */
static void updated(double *a, double *b, int n) {
  #pragma omp target data map(tofrom: a[0:n], b[0:n])
  {
    b[1] = 7;
    #pragma omp target update to(b[0:n])
    add(a, b, n);
  }
}

void (*hook)(double *) = 0;
static void unseen(double *a, double *b, int n) {
  #pragma omp target data map(tofrom: a[0:n], b[0:n])
  {
    add(a, b, n);
    if (hook)
      hook(b);
  }
}

/* The name is another's at the end. */
static double *next(double *a, double *b, int n) {
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
  {
    add(a, b, n);
    double *t = a;
    a = b;
    b = t;
  }
  return a;
}

enum { WIDTH = 7 };
#define LINES 8

/* Rows whose lengths are constants. */
static void rows(double (*grid)[WIDTH + 1], double *out, int n) {
  #pragma omp target data map(to: grid[:LINES][:WIDTH + 1]) map(tofrom: out[0:n])
  {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      out[i] += grid[i % LINES][i % WIDTH];
  }
}

struct cell { double x, y; };

/* Arrays and records; a record keeps its place. */
static double records(double *out, int n) {
  double table[4] = {1, 2, 3, 4};
  struct cell one = {3, 5}, other = {1, 1};
  #pragma omp target data map(to: table, one, other) map(tofrom: out[0:n])
  {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      out[i] += table[i % 4] * one.x;
  }
  return one.y + other.x;
}

/* One array by two names: a call says so. */
static void doubled(double *a, double *b, int n) {
  #pragma omp target data map(tofrom: a[0:n]) map(tofrom: b[0:n])
  add(a, b, n);
}

/* In another construct, which has it. */
static void nested(double *a, double *b, int n) {
  #pragma omp target data map(tofrom: a[0:n], b[0:n])
  {
    #pragma omp target data map(tofrom: b[0:n])
    add(a, b, n);
    b[2] += 1;
    #pragma omp target update to(b[0:n])
    #pragma omp target data map(tofrom: a[0:n], b[0:n])
    add(b, a, n);
  }
}

int main(void) {
  static double a[N], b[N], c[N];
  FILL(a, N);
  FILL(b, N);
  FILL(c, N);
  called(a, b, c, N); SHOW(a, N); SHOW(b, N); SHOW(c, N);
  printf("%g\n", inside(a, b, N)); SHOW(a, N); SHOW(b, N);
  printf("%g\n", read(a, b, N)); SHOW(a, N); SHOW(b, N);
  renamed(a, b, N); SHOW(a, N); SHOW(b, N);
  updated(a, b, N); SHOW(a, N); SHOW(b, N);
  unseen(a, b, N); SHOW(a, N); SHOW(b, N);
  printf("%g\n", next(a, b, N)[3]); SHOW(a, N); SHOW(b, N);
  static double grid[LINES][WIDTH + 1];
  FILL(grid[3], WIDTH);
  rows(grid, c, N); SHOW(c, N);
  printf("%g\n", records(c, N)); SHOW(c, N);
  doubled(a, a, N); SHOW(a, N);
  nested(a, b, N); SHOW(a, N); SHOW(b, N);
  return 0;
}
