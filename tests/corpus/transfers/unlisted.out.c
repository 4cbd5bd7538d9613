/* warpcc-transfers: on
   Lists of numbers that may not be the same all over the loop, or that the program may not read as a whole: what they say crosses the bus
   in sections, or nothing stays. */
#include "../check.h"
enum { N = 50000, MOST = 60 };

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

/* The host writes the list. */
static double moves(int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 24
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 24
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 26
    #pragma omp target update from(u[0:n])
#line 26
    for (int i = 0; i < m; i++) {
      all += u[at[i]];
      at[i] = (at[i] + 1) % n;
    }
  }
  free(u);
  return all;
}

/* The device does. */
static double drifts(int m, int n, int steps) {
  int *at = malloc(m * sizeof *at);
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
  for (int i = 0; i < m; i++)
    at[i] = i;
#line 42
  #pragma omp target data map(to: at[0:m], u[0:n]) if(0 < steps)
#line 42
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: at[0:m], u[0:n])
    for (int i = 0; i < m; i++) {
      at[i] += 3;
      u[at[i]] += 1;
    }
#line 48
    #pragma omp target update from(at[0:m], u[0:n])
#line 48
    for (int i = 0; i < m; i++)
      all += u[at[i]];
  }
  free(u), free(at);
  return all;
}

/* What is written may be the list. */
static double outs(const int *at, int *out, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 59
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 59
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 61
    #pragma omp target update from(u[0:n])
#line 61
    for (int i = 0; i < m; i++) {
      all += u[at[i]];
      out[i] = (at[i] + 5) % n;
    }
  }
  free(u);
  return all;
}

/* The list is what it leads to. */
static double chained(int m, int n, int steps) {
  int *next = malloc(n * sizeof *next);
  double all = 0;
  for (int i = 0; i < n; i++)
    next[i] = (i + 7) % n;
#line 76
  #pragma omp target data map(to: next[0:n]) if(0 < steps)
#line 76
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: next[0:n])
    for (int i = 0; i < n; i++)
      next[i] = (next[i] + 1) % n;
#line 80
    #pragma omp target update from(next[0:n])
#line 80
    for (int i = 0; i < m; i++)
      all += next[next[i]];
  }
  free(next);
  return all;
}

/* Each step has a list of its own. */
static double turns(const int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 91
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 91
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 93
    #pragma omp target update from(u[0:n])
#line 93
    for (int i = 0; i < m; i++)
      all += u[at[i + t]];
    at++;
  }
  free(u);
  return all;
}

/* How long it is changes. */
static double grows(const int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
  int own = 2;
#line 106
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 106
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 108
    #pragma omp target update from(u[0:n])
#line 108
    for (int i = 0; i < own; i++)
      all += u[at[i]];
    own = own < m / 2 ? own * 2 : m;
  }
  free(u);
  return all;
}

/* Not each step reads it, not each number, or not to its end: there may be no list. */
static double seldom(const int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 120
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 120
  for (int t = 0; t < steps; t++) {
    scale(u, n);
    if (at) {
#line 123
      #pragma omp target update from(u[0:n])
#line 123
      for (int i = 0; i < m; i++)
        all += u[at[i]];
    }
  }
  free(u);
  return all;
}

static double choice(const int *at, int m, int known, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 134
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 134
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 136
    #pragma omp target update from(u[0:n])
#line 136
    for (int i = 0; i < m; i++)
      all += i < known ? u[at[i]] : 1;
    for (int i = 0; i < m; i++)
      if (i < known && u[at[i] + 1] > 2)
        all += 3;
  }
  free(u);
  return all;
}

static double ends(const int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 149
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 149
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 151
    #pragma omp target update from(u[0:n])
#line 151
    for (int i = 0; i < m; i++) {
      if (at[i] < 0)
        break;
      all += u[at[i]];
    }
    for (int k = 0; k < t; k++)
      for (int i = 0; i < m / 2; i++)
        all += u[at[i] + 1];
  }
  free(u);
  return all;
}

/* Every second number. */
static double strides(const int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 168
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 168
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 170
    #pragma omp target update from(u[0:n])
#line 170
    for (int i = 0; i < m; i += 2)
      all += u[at[i]];
  }
  free(u);
  return all;
}

/* From the end, and by two lists. */
static double backwards(const int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 181
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 181
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 183
    #pragma omp target update from(u[0:n])
#line 183
    for (int i = 0; i < m; i++)
      all += u[n - 1 - at[i]] - u[at[i] + at[m - 1 - i]];
  }
  free(u);
  return all;
}

struct mesh {
  int *nodes;
  int count;
};

/* The list is in a structure, or of rows. */
static double meshes(const struct mesh *mesh, int corners[][3], int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 199
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 199
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 201
    #pragma omp target update from(u[0:n])
#line 201
    for (int i = 0; i < mesh->count; i++)
      all += u[mesh->nodes[i]];
    for (int i = 0; i < MOST; i++)
      for (int j = 0; j < 3; j++)
        all += u[corners[i][j]];
  }
  free(u);
  return all;
}

/* A function reads it. */
static double read(const double *u, const int *at, int m) {
  double all = 0;
  for (int i = 0; i < m; i++)
    all += u[at[i]];
  return all;
}

static double called(const int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
  for (int t = 0; t < steps; t++) {
    scale(u, n);
    all += read(u, at, m);
  }
  free(u);
  return all;
}

/* The program ends before the list does. */
static double leaves(const int *at, int m, int n, int steps) {
  double *u = malloc(n * sizeof *u), all = 0;
  FILL(u, n);
#line 234
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 234
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 236
    #pragma omp target update from(u[0:n])
#line 236
    for (int i = 0; i < m; i++) {
      all += u[at[i]];
      if (all > 1e30)
        exit(0);
    }
  }
  all += sum(u, n);
  free(u);
  return all;
}

int main(void) {
  static int at[MOST + 20], corners[MOST][3];
  struct mesh mesh = {at, MOST};
  for (int i = 0; i < MOST + 20; i++)
    at[i] = i * 400;
  for (int i = 0; i < MOST; i++)
    for (int j = 0; j < 3; j++)
      corners[i][j] = i + j;
  for (int steps = 0; steps < 6; steps += steps ? 4 : 1) {
    printf("%g %g\n", moves(at, MOST, N, steps), drifts(MOST, N, steps));
    printf("%g %g\n", outs(at, at, MOST, N, steps), chained(MOST, N, steps));
    printf("%g %g\n", turns(at, MOST, N, steps), grows(at, MOST, N, steps));
    printf("%g %g\n", seldom(at, MOST, N, steps), seldom(0, MOST, N, steps));
    printf("%g %g\n", choice(at, MOST, MOST / 2, N, steps), ends(at, MOST, N, steps));
    printf("%g %g\n", strides(at, MOST, N, steps), backwards(at, MOST, N, steps));
    printf("%g %g\n", meshes(&mesh, corners, N, steps), called(at, MOST, N, steps));
    printf("%g\n", leaves(at, MOST, N, steps));
  }
  return 0;
}
