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
#line 23
  #pragma omp target data map(tofrom: a[0:n]) if(1 < steps && n > 1)
#line 23
  for (int t = 0; t < steps; t++) {
    scale(a, n);
#line 25
    #pragma omp target update from(a[0:1])
#line 25
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
#line 36
  #pragma omp target data map(tofrom: u[0:n]) if(1 < steps && n > 3)
#line 36
  for (int t = 0; t < steps; t++) {
    u[0] = t;
    u[n - 1] = -t;
#line 39
    #pragma omp target update to(u[0:1])
#line 39
    #pragma omp target update to(u[n - 1:1]) if(n - 1 != 0)
#line 39
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
#line 50
  #pragma omp target data map(tofrom: u[0:n]) if(1 < steps && n > 3)
#line 50
  for (int t = 0; t < steps; t++) {
    u[0] = u[n - 2];
    u[n - 1] = u[1];
#line 53
    #pragma omp target update to(u[0:1])
#line 53
    #pragma omp target update to(u[n - 1:1]) if(n - 1 != 0)
#line 53
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n])
    for (int i = 1; i < n - 1; i++)
      u[i] = u[i] / 2 + i;
#line 55
    #pragma omp target update from(u[1:1])
#line 55
    #pragma omp target update from(u[n - 2:1]) if(n - 3 != 0)
#line 56
  }
  double all = sum(u, n);
  free(u);
  return all;
}

/* Rows of a matrix: the first is written, the second read. */
static double rows(int n, int m, int steps) {
  double *u = malloc(n * m * sizeof *u), all = 0;
  FILL(u, n * m);
#line 66
  #pragma omp target data map(tofrom: u[0:(long)n * m]) if(1 < steps && n > 1)
#line 66
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++)
      u[j] = t + j;
#line 69
    #pragma omp target update to(u[0:m]) if(m > 0)
#line 69
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u[0:n * m])
    for (int i = 1; i < n; i++)
      for (int j = 0; j < m; j++)
        u[i * m + j] = u[i * m + j] / 2 + u[j];
#line 73
    #pragma omp target update from(u[m:m]) if(m > 0)
#line 73
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
#line 88
  #pragma omp target data map(to: u) if(1 < steps)
#line 88
  for (int t = 0; t < steps; t++) {
#line 89
    #pragma omp target update to(u[0:1])
#line 89
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++)
        u[i][j] = u[i][j] / 2 + 1;
#line 93
    #pragma omp target update from(u)
#line 93
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
#line 120
  #pragma omp target data map(tofrom: a[0:n]) if(1 < steps && n > 1)
#line 120
  for (int t = 0; t < steps; t++) {
    a[t] = t;
#line 122
    #pragma omp target update to(a[t:1])
#line 122
    scale(a, n);
#line 123
    #pragma omp target update from(a[t:1])
#line 123
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
#line 134
  #pragma omp target data map(to: a[0:n]) if(1 < steps && n > 7)
#line 134
  for (int t = 0; t < steps; t++) {
#line 135
    #pragma omp target update to(a[0:(4 < n ? 4 : n)]) if((4 < n ? 4 : n) > 0)
#line 135
    scale(a, n);
#line 136
    #pragma omp target update from(a[0:n])
#line 136
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
#line 149
  #pragma omp target data map(tofrom: a[0:n]) if(1 < steps && n >= (long)2 * m)
#line 149
  for (int t = 0; t < steps; t++) {
    scale(a, n);
#line 151
    #pragma omp target update from(a[3:(m + 3 < n ? m + 3 : n) - 3]) if((m + 3 < n ? m + 3 : n) - 3 > 0)
#line 151
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
#line 163
  #pragma omp target data map(alloc: a[0:n]) if(0 < steps)
#line 163
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < 4; k++) {
#line 165
      #pragma omp target update to(a[0:n])
#line 165
      scale(a, n);
#line 166
      #pragma omp target update from(a[0:n])
#line 166
      all += a[k];
      if (all > 100)
        break;
      a[k] = 0;
    }
#line 171
    #pragma omp target update to(a[0:n])
#line 171
    scale(a, n);
#line 171
    #pragma omp target update from(a[0:n])
#line 172
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
#line 183
  #pragma omp target data map(tofrom: u[0:n], v[0:n]) if(1 < steps)
#line 183
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(to: u[0:n]) map(tofrom: v[0:n])
    for (int i = 1; i < n - 1; i++)
      v[i] = (u[i - 1] + u[i + 1]) / 2;
    double *w = u;
    u = v;
    v = w;
#line 190
    #pragma omp target update from(u[3:1])
#line 190
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
#line 201
  #pragma omp target data map(tofrom: a[0:n]) if(1 < steps && n > 1)
#line 201
  for (int t = 0; t < steps; t++) {
    double *p = a + 2;
    p[1] = t;
#line 204
    #pragma omp target update to(a[3:1])
#line 204
    scale(a, n);
#line 205
    #pragma omp target update from(a[2:1])
#line 205
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
#line 216
  #pragma omp target data map(to: a[0:n]) if(0 < steps)
#line 216
  for (int t = 0; t < steps; t++) {
    scale(a, n);
    int k = at[t];
#line 219
    #pragma omp target update from(a[k:1])
#line 219
    all += a[k];
    scale(a, n);
#line 221
    #pragma omp target update from(a[k + 1:1])
#line 221
    all += a[k + 1];
  }
  free(a);
  return all;
}

/* A column: all of it moves, where it is not packed. */
static double column(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
#line 231
  { __typeof__(u[0]) *const warpcc_packed_u = (0 < steps) && n > 0 && (long)8 * n * n > (long)116 * n + 250000 ? (__typeof__(u[0]) *)__builtin_malloc((n) * sizeof(u[0])) : 0;
#line 231
  #pragma omp target data map(alloc: warpcc_packed_u[0:n]) if(warpcc_packed_u != 0)
#line 231
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 231
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
#line 233
    if (warpcc_packed_u) {
#line 231
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n])
#line 231
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 231
        warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 233
      #pragma omp target update from(warpcc_packed_u[0:n])
#line 233
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 233
        u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 233
    } else {
#line 233
      #pragma omp target update from(u[0:(long)n * n])
#line 233
    }
#line 233
    for (int i = 0; i < n; i++)
      all += u[i * n];
  }
#line 231
  __builtin_free(warpcc_packed_u);
#line 235
  }
#line 236
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
