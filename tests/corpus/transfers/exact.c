/* warpcc-transfers: on
   The host uses a part of what stays on the device: an element, a row, the ends of an array. An update moves that part. */
#include "../check.h"
enum { N = 64, M = 16 };

static double sum(const double *a, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    all += a[i];
  return all;
}

static void scale(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 2 + 1;
}

/* The host prints one element of each step, and all behind the loop. */
static double element(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int t = 0; t < steps; t++) {
    scale(a, n);
    all += a[0];
  }
  all += sum(a, n);
  free(a);
  return all;
}

/* Both ends are given by the host, which reads neither: nothing comes back before it writes them. */
static double ends(int n, int steps) {
  double *u = malloc(n * sizeof *u);
  FILL(u, n);
  for (int t = 0; t < steps; t++) {
    u[0] = t;
    u[n - 1] = -t;
    scale(u, n);
  }
  double all = sum(u, n);
  free(u);
  return all;
}

/* Periodic ends: the host reads two elements and writes two others. */
static double periodic(int n, int steps) {
  double *u = malloc(n * sizeof *u);
  FILL(u, n);
  for (int t = 0; t < steps; t++) {
    u[0] = u[n - 2];
    u[n - 1] = u[1];
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n])
    for (int i = 1; i < n - 1; i++)
      u[i] = u[i] / 2 + i;
  }
  double all = sum(u, n);
  free(u);
  return all;
}

/* Rows of a matrix: the first is written, the second read. */
static double rows(int n, int m, int steps) {
  double *u = malloc(n * m * sizeof *u), all = 0;
  FILL(u, n * m);
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++)
      u[j] = t + j;
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * m])
    for (int i = 1; i < n; i++)
      for (int j = 0; j < m; j++)
        u[i * m + j] = u[i * m + j] / 2 + u[j];
    for (int j = 0; j < m; j++)
      all += u[m + j];
  }
  all += sum(u, n * m);
  free(u);
  return all;
}

/* The same of an array with rows, and by a row that changes. */
static double declared(int steps) {
  double u[N][M];
  double all = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      u[i][j] = i - j;
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: u)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++)
        u[i][j] = u[i][j] / 2 + 1;
    for (int j = 0; j < M; j++)
      all += u[t][j];
    u[0][3] = all;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      all += u[i][j];
  return all;
}

/* What the host writes goes in the next step, when the counter has another value: all goes. */
static double later(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int t = 0; t < steps; t++) {
    scale(a, n);
    a[t] = 1;
  }
  double all = sum(a, n);
  free(a);
  return all;
}

/* One element a step, which the loop counts. */
static double counted(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int t = 0; t < steps; t++) {
    a[t] = t;
    scale(a, n);
    all += a[t];
  }
  all += sum(a, n);
  free(a);
  return all;
}

/* Some of the elements are written under a condition: what is there must be on the host first. */
static double perhaps(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int t = 0; t < steps; t++) {
    scale(a, n);
    for (int i = 0; i < 4; i++)
      if (i != t)
        a[i] = i;
  }
  double all = sum(a, n);
  free(a);
  return all;
}

/* A loop of the host that goes down, by two, and may go beyond what is mapped. */
static double beyond(int n, int m, int steps) {
  double *a = malloc((n + m) * sizeof *a), all = 0;
  FILL(a, n + m);
  for (int t = 0; t < steps; t++) {
    scale(a, n);
    for (int i = m - 1; i >= 0; i -= 2)
      all += a[i + 3];
  }
  all += sum(a, n + m - 1);
  free(a);
  return all;
}

/* An inner loop looks at its own element, and leaves. */
static double inner(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < 4; k++) {
      scale(a, n);
      all += a[k];
      if (all > 100)
        break;
      a[k] = 0;
    }
    scale(a, n);
  }
  all += sum(a, n);
  free(a);
  return all;
}

/* Pointers are exchanged, and one element is read. */
static double exchanged(int n, int steps) {
  double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), all = 0;
  FILL(u, n);
  FILL(v, n);
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(to: u[0:n]) map(tofrom: v[0:n])
    for (int i = 1; i < n - 1; i++)
      v[i] = (u[i - 1] + u[i + 1]) / 2;
    double *w = u;
    u = v;
    v = w;
    all += u[3];
  }
  all += sum(u, n) - sum(v, n);
  free(u), free(v);
  return all;
}

/* The element that the host writes is read under another name of its place. */
static double named(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int t = 0; t < steps; t++) {
    double *p = a + 2;
    p[1] = t;
    scale(a, n);
    all += *p;
  }
  all += sum(a, n);
  free(a);
  return all;
}

/* Which element is known in the loop alone. */
static double found(const int *at, int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int t = 0; t < steps; t++) {
    scale(a, n);
    int k = at[t];
    all += a[k];
    scale(a, n);
    all += a[k + 1];
  }
  free(a);
  return all;
}

/* A column: all of it moves, where it is not packed. */
static double column(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    for (int i = 0; i < n; i++)
      all += u[i * n];
  }
  free(u);
  return all;
}

int main(void) {
  int at[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  for (int steps = 0; steps < 8; steps += steps ? 6 : 1) {
    printf("%g %g %g\n", element(N, steps), ends(N, steps), periodic(N, steps));
    printf("%g %g %g\n", rows(8, M, steps), declared(steps), counted(N, steps));
    printf("%g %g %g\n", perhaps(N, steps), beyond(N, 4, steps), beyond(4, N, steps));
    printf("%g %g\n", beyond(N, N - 1, steps), beyond(N, N, steps));
    printf("%g %g %g\n", inner(N, steps), exchanged(N, steps), named(N, steps));
    printf("%g %g %g\n", found(at, N, steps), column(M, steps), later(N, steps));
  }
  return 0;
}
