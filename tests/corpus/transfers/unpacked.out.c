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
#line 23
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 23
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
#line 25
    #pragma omp target update from(u[0:(long)n * n])
#line 25
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
#line 39
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 39
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    int width = 1;
#line 42
    #pragma omp target update from(u[0:(long)n * n])
#line 42
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
#line 53
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 53
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
#line 55
    #pragma omp target update from(u[0:(long)n * n])
#line 55
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
#line 66
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 66
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    int most = t < 3 ? n : n / 2;
#line 69
    #pragma omp target update from(u[0:(long)n * n])
#line 69
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
#line 80
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 80
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
#line 82
    #pragma omp target update from(u[0:(long)n * n])
#line 82
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
#line 93
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 93
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    int i = 0;
#line 96
    #pragma omp target update from(u[0:(long)n * n])
#line 96
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
#line 109
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 109
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
#line 111
    #pragma omp target update from(u[0:(long)n * n])
#line 111
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
#line 135
  #pragma omp target data map(to: u[0:(long)n * n], v[0:(long)n * n]) if(1 < steps)
#line 135
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    scale(v, n * n);
    double *w = u;
    u = v;
    v = w;
#line 141
    #pragma omp target update from(u[0:(long)n * n])
#line 141
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
#line 152
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 152
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    if (t % 2 == 0)
      { _Pragma("omp target update from(u[0:(long)n * n])") for (int i = 0; i < n; i++)
        all += u[i * n]; }
  }
  free(u);
  return all;
}

/* A name that the block would have. */
static double taken(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
#line 166
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 166
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
#line 168
    #pragma omp target update from(u[0:(long)n * n])
#line 168
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
#line 191
  #pragma omp target data map(to: p[0:n]) if(0 < steps)
#line 191
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++)
      p[i].either.whole += i;
#line 195
    #pragma omp target update from(p[0:n])
#line 195
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
#line 209
  #pragma omp target data map(to: p[0:n]) if(0 < steps)
#line 209
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++) {
      p[i].number++;
      p[i].value /= 2;
    }
#line 215
    #pragma omp target update from(p[0:n])
#line 215
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
