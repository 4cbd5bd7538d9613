/* warpcc-transfers: on
   The host uses columns, faces and borders of what stays on the device. They cross the bus in a buffer where that pays: LARGE
   is so long that it does, SMALL is not. */
#include "../check.h"
enum { SMALL = 12, LARGE = 200, WIDE = 320 };

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

/* A column is read in each step. */
static double column(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int i = 0; i < n; i++)
      all += u[i * n];
  }
  all += sum(u, n * n);
  free(u);
  return all;
}

/* A column is written in each step, and all read behind them. */
static double border(int n, int steps) {
  double *u = malloc(n * n * sizeof *u);
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      u[i * n + n - 1] = t + i;
    scale(u, n * n);
  }
  double all = sum(u, n * n);
  free(u);
  return all;
}

/* Periodic borders: the host reads two columns inside and writes the two at the ends. */
static double periodic(int n, int steps) {
  double *u = malloc(n * n * sizeof *u);
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) {
      u[i * n] = u[i * n + n - 2];
      u[i * n + n - 1] = u[i * n + 1];
    }
    scale(u, n * n);
  }
  double all = sum(u, n * n);
  free(u);
  return all;
}

/* All four borders. */
static double borders(int n, int m, int steps) {
  double *u = malloc(n * m * sizeof *u);
  FILL(u, n * m);
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++) {
      u[j] = t;
      u[(n - 1) * m + j] = -t;
    }
    for (int i = 0; i < n; i++) {
      u[i * m] = 2 * t;
      u[i * m + m - 1] = -2 * t;
    }
    scale(u, n * m);
  }
  double all = sum(u, n * m);
  free(u);
  return all;
}

/* The row's length is a number that nobody compares with anything. */
static double pitched(int n, int m, int pitch, int at, int steps) {
  double *u = malloc(n * pitch * sizeof *u), all = 0;
  FILL(u, n * pitch);
  for (int t = 0; t < steps; t++) {
    scale(u, n * pitch);
    for (int i = 0; i < m; i++)
      all += u[i * pitch + at];
  }
  all += sum(u, n * pitch);
  free(u);
  return all;
}

/* Rows that are declared. */
static double declared(int steps) {
  double u[WIDE][WIDE];
  double all = 0;
  for (int i = 0; i < WIDE; i++)
    for (int j = 0; j < WIDE; j++)
      u[i][j] = i - j;
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: u)
    for (int i = 0; i < WIDE; i++)
      for (int j = 0; j < WIDE; j++)
        u[i][j] = u[i][j] / 2 + 1;
    for (int i = 0; i < WIDE; i++)
      u[i][0] = u[i][WIDE - 2];
  }
  for (int i = 0; i < WIDE; i++)
    for (int j = 0; j < WIDE; j++)
      all += u[i][j] * (j + 1);
  return all;
}

/* The same by a pointer to rows. */
static double pointed(int n, int m, int steps) {
  double(*u)[m] = malloc(sizeof(double[n][m])), all = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      u[i][j] = i - j;
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n])
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        u[i][j] = u[i][j] / 2 + 1;
    for (int i = n - 1; i >= 0; i--)
      all += u[i][1];
  }
  free(u);
  return all;
}

/* Two faces of a box: one has single elements, one rows. */
static double faces(int n, int m, int k, int steps) {
  double *u = malloc(n * m * k * sizeof *u), all = 0;
  FILL(u, n * m * k);
  for (int t = 0; t < steps; t++) {
    scale(u, n * m * k);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        all += u[(i * m + j) * k];
    for (int i = 0; i < n; i++)
      for (int l = 0; l < k; l++)
        all += u[(i * m + 1) * k + l];
  }
  free(u);
  return all;
}

/* Every fourth step only. */
static double seldom(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    if (t % 4 == 0) {
      for (int i = 0; i < n; i++)
        all += u[i * n + 2];
    }
  }
  all += sum(u, n * n);
  free(u);
  return all;
}

/* The host has the last word in each step: what it has written goes to the device before all comes back. */
static double closing(int n, int steps) {
  double *u = malloc(n * n * sizeof *u);
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int i = 0; i < n; i++) {
      u[i * n] = u[i * n + n - 2];
      u[i * n + n - 1] = u[i * n + 1];
    }
  }
  double all = sum(u, n * n);
  free(u);
  return all;
}

/* One of two arrays pays for its ends in one step, the other in two. */
static double apart(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), *v = malloc(n * sizeof *v), all = 0;
  FILL(u, n * n);
  FILL(v, n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    scale(v, n);
    for (int i = 0; i < n; i++)
      all += u[i * n + 5];
    all += v[3];
  }
  all += sum(v, n);
  free(u), free(v);
  return all;
}

/* In an inner loop, by conditions, and with an end before the last step. */
static double nested(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < t; k++) {
      scale(u, n * n);
      if (k % 2) {
        for (int i = 0; i < n; i++)
          u[i * n + 1] += k;
      }
    }
    for (int i = 1; i < n - 1; i++)
      all += u[i * n + 1];
    if (all > 1e9)
      break;
  }
  free(u);
  return all;
}

int main(void) {
  for (int large = 0; large < 2; large++) {
    int n = large ? LARGE : SMALL;
    for (int steps = 0; steps < 6; steps += steps ? 2 : 1) {
      printf("%g %g %g\n", column(n, steps), border(n, steps), periodic(n, steps));
      printf("%g %g\n", borders(n, n + 1, steps), pitched(n, n, n + 2, 1, steps));
      printf("%g %g\n", declared(steps), pointed(n, n + 1, steps));
      printf("%g %g\n", faces(n / 4, n / 4, 24, steps), seldom(n, steps));
      printf("%g %g %g\n", closing(n, steps), apart(n, steps), nested(n, steps));
    }
  }
  printf("%g %g\n", pitched(LARGE, 0, LARGE, 0, 2), pitched(LARGE, 7, 2 * LARGE, 3, 3));
  return 0;
}
