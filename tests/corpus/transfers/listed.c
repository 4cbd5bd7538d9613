/* warpcc-transfers: on
   The host touches elements that lists of numbers say, of what stays on the device: probes, nodes of a border, what neighbours exchange.
   They cross the bus in a buffer where that pays and where the lists are such, which is asked before the loop. */
#include "../check.h"
enum { LARGE = 60000, MOST = 90 };

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

/* Probes are read in each step. */
static double probes(const int *at, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
  for (int t = 0; t < steps; t++) {
    scale(u, n);
    for (int i = 0; i < m; i++)
      all += u[at[i]];
  }
  all += sum(u, n);
  free(u);
  return all;
}

/* Nodes of a border are written in each step: each once. */
static double nodes(const int *at, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u);
  FILL(u, n + 8);
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < m; i++)
      u[at[i]] = t + i;
    scale(u, n);
  }
  double all = sum(u, n);
  free(u);
  return all;
}

/* They are read and written, and the host has the last word. */
static double relaxed(const int *at, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u);
  FILL(u, n + 8);
  for (int t = 0; t < steps; t++) {
    scale(u, n);
    for (int i = m - 1; i >= 0; i--)
      u[at[i]] = u[at[i]] / 4 + i;
  }
  double all = sum(u, n);
  free(u);
  return all;
}

/* Neighbours exchange what one list says for what another says. */
static double exchange(const int *send, const int *receive, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), *halo = malloc((m + 1) * sizeof *halo);
  FILL(u, n + 8);
  for (int t = 0; t < steps; t++) {
    scale(u, n);
    for (int i = 0; i < m; i++)
      halo[i] = u[send[i]];
    for (int i = 0; i < m; i++)
      u[receive[i]] = halo[i];
  }
  double all = sum(u, n);
  free(u), free(halo);
  return all;
}

/* Several values of each node, and neighbours of nodes. */
static double components(const int *at, int m, int k, int c, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
  for (int t = 0; t < steps; t++) {
    scale(u, n);
    for (int i = 0; i < m; i++)
      for (int j = 0; j < k; j++)
        all += u[at[i] * k + j];
    for (int i = 0; i < m; i++)
      u[at[i] * 3 + c] = t;
  }
  all += sum(u, n);
  free(u);
  return all;
}

/* The number has a name, and the list a beginning. */
static double named(const long *at, int from, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
  for (int t = 0; t < steps; t++) {
    scale(u, n);
    for (int i = from; i < m; i++) {
      long own = at[i + 1] * 2 - 2, next = own + 1;
      all += u[own] - u[next];
    }
  }
  free(u);
  return all;
}

/* A list that is declared, of short numbers. */
static double declared(int n, int steps) {
  unsigned short at[MOST];
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
  for (int i = 0; i < MOST; i++)
    at[i] = 500 * (i + 1);
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < MOST; i++)
      u[at[i] + 2] += t;
    scale(u, n);
    for (int i = 1; i <= MOST; i++)
      all += u[at[i - 1]];
  }
  all += sum(u, n);
  free(u);
  return all;
}

/* What the device has of the list is older than what the host has. */
static double older(const int *given, int m, int n, int steps) {
  int *at = malloc((m + 1) * sizeof *at);
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
  for (int i = 0; i < m; i++)
    at[i] = given[i];
  #pragma omp target data map(to: at[0:m])
  {
    for (int i = 0; i < m; i++)
      at[i] += 1;
    for (int t = 0; t < steps; t++) {
      scale(u, n);
      for (int i = 0; i < m; i++)
        all += u[at[i]];
    }
  }
  all += sum(u, n);
  free(u), free(at);
  return all;
}

/* Each step reads what every second step writes. */
static double seldom(const int *at, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
  for (int t = 0; t < steps; t++) {
    if (t % 2) {
      for (int i = 0; i < m; i++)
        u[at[i]] = -t;
    }
    scale(u, n);
    for (int i = 0; i < m; i++)
      all += u[at[i]];
  }
  all += sum(u, n);
  free(u);
  return all;
}

/* Rows. */
static double rows(const int *at, int m, int n, int k, int steps) {
  double(*u)[k] = malloc(sizeof(double[n][k])), all = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      u[i][j] = i - j;
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n])
    for (int i = 0; i < n; i++)
      for (int j = 0; j < k; j++)
        u[i][j] = u[i][j] / 2 + 1;
    for (int i = 0; i < m; i++)
      all += u[at[i]][1];
  }
  free(u);
  return all;
}

struct point {
  double x, y;
  int kind;
  double extra[13];
};

/* Members. */
static double members(const int *at, int m, int n, int steps) {
  struct point *p = malloc(n * sizeof *p);
  double all = 0;
  for (int i = 0; i < n; i++) {
    struct point own = {i, 2 * i, i % 3, {i}};
    p[i] = own;
  }
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < m; i++)
      p[at[i]].x = t;
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++) {
      p[i].x = p[i].x / 2 + p[i].kind;
      p[i].y = p[i].y / 2 + p[i].x;
    }
    for (int i = 0; i < m; i++)
      all += p[at[i]].y;
  }
  for (int i = 0; i < n; i++)
    all += p[i].x + p[i].y + p[i].extra[0];
  free(p);
  return all;
}

int main(void) {
  int rising[MOST], mixed[MOST], wrong[MOST];
  long wide[MOST + 2];
  for (int i = 0; i < MOST; i++) {
    rising[i] = 37 * i + i % 5;
    mixed[i] = 1000 + i * 7 % 31;
    wrong[i] = i == 40 ? LARGE + 3 : i;
  }
  for (int i = 0; i < MOST + 2; i++)
    wide[i] = 300 * i + 1;
  const int *lists[] = {rising, mixed, wrong};
  for (int steps = 0; steps < 6; steps += 3) {
    for (int k = 0; k < 3; k++) {
      const int *at = lists[k];
      printf("%g %g\n", probes(at, MOST, LARGE, steps), nodes(at, MOST, LARGE, steps));
      printf("%g %g\n", relaxed(at, MOST, LARGE, steps), seldom(at, MOST, LARGE, steps));
      printf("%g\n", exchange(mixed, at, MOST, LARGE, steps));
    }
    printf("%g %g\n", components(rising, 60, 4, 1, LARGE, steps), components(rising, 60, 3, 2, LARGE, steps));
    printf("%g %g\n", named(wide, 0, MOST, LARGE, steps), named(wide, 9, 12, LARGE, steps));
    printf("%g %g\n", declared(LARGE, steps), older(rising, MOST, LARGE, steps));
    printf("%g %g\n", rows(rising, MOST, LARGE / 15, 15, steps), members(rising, MOST, LARGE / 15, steps));
    printf("%g %g\n", probes(rising, 0, LARGE, steps), nodes(rising, -4, LARGE, steps));
    printf("%g %g\n", probes(0, 0, LARGE, steps), relaxed(rising, 50, 2000, steps));
  }
  printf("%g %g\n", probes(0, 5, LARGE, 0), nodes(0, 5, LARGE, 0));
  return 0;
}
