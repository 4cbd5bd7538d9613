/* warpcc-transfers: on
   Regions that call functions. */
#include "../check.h"
enum { N = 48, K = 16 };

struct parameters {
  double k[K];
  int n;
};

struct list {
  double *first;
};

#pragma omp declare target
static const double table[4] = {1, 2, 4, 8};
static double kept;

static double near(const double *a, int i, int n) {
  double sum = 0;
  for (int k = -1; k <= 1; k++)
    sum += a[(i + k + n) % n];
  return sum;
}

static void set(double *a, int i) {
  for (int k = 0; k < 2; k++)
    a[i] = a[i] + k;
}

static double of_record(struct parameters p, int i) {
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += p.k[(i + k) % p.n];
  return sum;
}

static double of_table(int i) {
  double sum = 0;
  for (int k = 0; k < 2; k++)
    sum += table[(i + k) % 4];
  return sum;
}

static int depth(const double *a, int i) {
  return i == 0 ? 0 : a[i] > 0 ? 1 + depth(a, i - 1) : depth(a, i - 1);
}

static void through(struct list *all, int i) {
  for (int k = 0; k < 1; k++)
    all->first[i] += 1;
}

static void keep(const double *a, int i) {
  if (i == 0)
    kept = a[0];
}
#pragma omp end declare target

/* The function reads one array; the region writes the other. */
static void reads(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n]) //~ plan=none
    for (int i = 0; i < n; i++)
      b[i] += near(a, i, n);
  }
}

/* It writes the array. */
static void writes(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      set(a, i);
  }
}

/* It writes the array, which is not copied back: each step begins with the same. */
static void scratch(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
    for (int i = 0; i < n; i++) {
      set(a, i);
      b[i] += a[i];
    }
  }
}

/* A record is given by its value. */
static void records(struct parameters p, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: p) map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] += of_record(p, i);
  }
}

/* It reads what the program has on the device. */
static void tables(double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] += of_table(i);
  }
}

/* A pointer of the region leads to one of two arrays. */
static void either(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n])
    for (int i = 0; i < n; i++) {
      double *own = i % 2 ? a : b;
      set(own, i);
      own[i] += 1;
    }
  }
}

/* The same, and one of them is not copied back. */
static void one_way(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
    for (int i = 0; i < n; i++) {
      double *own = i % 2 ? a : b;
      own[i] += 1;
      b[i] += a[i];
    }
  }
}

/* Nothing is known of a function that calls itself, writes what the program has, or follows a pointer in memory. */
static void wild(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] += depth(a, i % 4);
  }
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: b[0:n])
    for (int i = 0; i < n; i++) {
      keep(b, i);
      b[i] += 1;
    }
  }
  struct list all = {a};
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: all) map(tofrom: all.first[0:n])
    for (int i = 0; i < n; i++)
      through(&all, i);
  }
}

int main(void) {
  static double a[N], b[N];
  struct parameters p = {{0}, K};
  FILL(a, N);
  FILL(b, N);
  FILL(p.k, K);
  for (int steps = 0; steps < 4; steps++) {
    reads(a, b, N, steps); SHOW(b, N);
    writes(a, N, steps); SHOW(a, N);
    records(p, b, N, steps); SHOW(b, N);
    tables(b, N, steps); SHOW(b, N);
    either(a, b, N, steps); SHOW(a, N); SHOW(b, N);
    wild(a, b, N, steps); SHOW(a, N); SHOW(b, N);
  }
  if (a[0] == -1) {
    scratch(a, b, N, 1);
    one_way(a, b, N, 1);
  }
  return 0;
}
