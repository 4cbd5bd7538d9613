/* warpcc-transfers: on
   What is no set that a buffer can have, or that a text can say: it crosses the bus in sections, or nothing stays. */
#include "../check.h"
enum { N = 200 };

static double sum(const double *a, long n) {
  double all = 0;
  for (long i = 0; i < n; i++)
    all += a[i] * (i % 7 + 1);
  return all;
}

static void scale(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 2 + i % 3;
}

/* The loop changes its counter. */
static double jumps(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int i = 0; i < n; i++) {
      all += u[i * n];
      if (u[i * n + 1] > 1)
        i++;
    }
  }
  free(u);
  return all;
}

/* The stride changes. */
static double widens(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    int width = 1;
    for (int i = 0; i < n; i++, width++)
      all += u[i * width];
  }
  free(u);
  return all;
}

/* Each step has a column of its own. */
static double wanders(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int i = 0; i < n; i++)
      all += u[i * n + t];
  }
  free(u);
  return all;
}

/* The column's place, or its length, is computed in the loop. */
static double computed(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    int most = t < 3 ? n : n / 2;
    for (int i = 0; i < most; i++)
      all += u[i * n];
  }
  free(u);
  return all;
}

/* Bytes of elements. */
static double bytes(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int i = 0; i < n; i++)
      all += ((unsigned char *)u)[i * n * 8 + 7];
  }
  free(u);
  return all;
}

/* A loop that is not counted. */
static double waits(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    int i = 0;
    while (i < n) {
      all += u[i * n];
      i += 1 + (all > 100);
    }
  }
  free(u);
  return all;
}

/* The rows of a triangle. */
static double triangle(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        all += u[j * n + i];
  }
  free(u);
  return all;
}

/* The caller may have it on the device. */
static double given(double *u, int n, int steps) {
  double all = 0;
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int i = 0; i < n; i++)
      all += u[i * n];
  }
  return all;
}

/* A column of one of two arrays. */
static double either(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), *v = malloc(n * n * sizeof *v), all = 0;
  FILL(u, n * n);
  FILL(v, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    scale(v, n * n);
    double *w = u;
    u = v;
    v = w;
    for (int i = 0; i < n; i++)
      all += u[i * n];
  }
  free(u), free(v);
  return all;
}

/* The loop is all that a condition governs, without braces: there is no room for a block. */
static double bare(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    if (t % 2 == 0)
      for (int i = 0; i < n; i++)
        all += u[i * n];
  }
  free(u);
  return all;
}

/* A name that the block would have. */
static double taken(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int warpcc_k = 0; warpcc_k < n; warpcc_k++)
      all += u[warpcc_k * n];
  }
  free(u);
  return all;
}

struct either_of {
  union {
    int whole;
    float part;
  } either;
  int number;
  double value;
  double more[60];
};

/* Members of unions, and of two types. */
static double unions(int n, int steps) {
  struct either_of *p = malloc(n * sizeof *p);
  double all = 0;
  for (int i = 0; i < n; i++)
    p[i].either.whole = i;
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++)
      p[i].either.whole += i;
    for (int i = 0; i < n; i++)
      all += p[i].either.whole;
  }
  free(p);
  return all;
}

static double types(int n, int steps) {
  struct either_of *p = malloc(n * sizeof *p);
  double all = 0;
  for (int i = 0; i < n; i++) {
    p[i].number = i;
    p[i].value = 1;
  }
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++) {
      p[i].number++;
      p[i].value /= 2;
    }
    for (int i = 0; i < n; i++)
      all += p[i].number * p[i].value;
  }
  free(p);
  return all;
}

int main(void) {
  static double all[N * N];
  FILL(all, N * N);
  for (int steps = 0; steps < 6; steps += steps ? 4 : 1) {
    printf("%g %g %g\n", jumps(N, steps), widens(N / 2, steps), wanders(N, steps));
    printf("%g %g %g\n", computed(N, steps), bytes(N, steps), waits(N, steps));
    printf("%g %g\n", triangle(N, steps), given(all, N, steps));
    printf("%g %g %g\n", either(N, steps), bare(N, steps), unions(N * 4, steps));
    printf("%g %g %g\n", taken(N, steps), types(N * 4, steps), sum(all, N * N));
  }
  return 0;
}
