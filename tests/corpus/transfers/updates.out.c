/* warpcc-transfers: on, warpcc-report: whole
   The host uses data in a loop whose regions map it: a target update stands where it does, or the region keeps its copy. */
#include "../check.h"
#include <math.h>
enum { N = 64 };

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

/* Now and then the host looks at a: the update stands under the condition. b goes once. */
static void looks(int steps) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  FILL(a, N);
  FILL(b, N);
#line 25
  #pragma omp target data map(to: a[0:64], b[0:64]) if(0 < steps)
#line 25
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:N]) map(to: b[0:N])
    for (int i = 0; i < N; i++)
      a[i] += b[i];
#line 28
    #pragma omp target update from(a[0:64])
#line 29
    if (t % 3 == 0) {
      printf("%g\n", sum(a, N));
    }
    if (t % 4 == 0)
      printf("%g\n", a[t]);
    else if (t % 5 == 0)
      for (int i = 0; i < 3; i++)
        printf("%g\n", a[i]);
  }
  SHOW(a, N);
  free(a), free(b);
}

/* The host writes p, the device reads it; q is made anew, and the host reads it. */
static double writes(int steps) {
  double p[N], q[N], all = 0;
  FILL(p, N);
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(to: p[0:N]) map(from: q[0:N])
    for (int i = 0; i < N; i++)
      q[i] = 2 * p[i] + t;
    all += sum(q, N);
    for (int i = 0; i < N; i++)
      p[i] = q[i] / 3;
  }
  return all + p[5];
}

/* The host comes first: what it writes goes at the region, and nothing before the loop. */
static double first(int steps) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
#line 61
  #pragma omp target data map(alloc: a[0:64]) if(0 < steps)
#line 61
  for (int t = 0; t < steps; t++) {
    a[t % N] += t;
#line 63
    #pragma omp target update to(a[0:64])
#line 63
    scale(a, N);
    scale(a, N);
#line 64
    #pragma omp target update from(a[0:64])
#line 65
  }
  double all = sum(a, N);
  free(a);
  return all;
}

/* Pointers exchange, and the host reads one of both. */
static double exchanged(int steps) {
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v), all = 0;
  FILL(u, N);
  FILL(v, N);
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(to: u[0:N]) map(tofrom: v[0:N])
    for (int i = 1; i < N - 1; i++)
      v[i] = (u[i - 1] + u[i + 1]) / 2;
    double *w = u;
    u = v;
    v = w;
    if (t % 2) {
      all += sum(u, N);
    }
  }
  all += sum(u, N) - sum(v, N);
  free(u), free(v);
  return all;
}

/* A loop that is not counted. */
static double converges(double least) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), err = 1;
  FILL(a, N);
  FILL(b, N);
  int it = 0;
#line 98
  { const int warpcc_runs = (err > least && it < 40) ? 1 : 0;
#line 98
  #pragma omp target data map(tofrom: a[0:64], b[0:64]) if(warpcc_runs)
#line 98
  while (err > least && it < 40) {
    err = 0;
    #pragma omp target teams distribute parallel for reduction(max: err) map(to: a[0:N]) map(tofrom: b[0:N])
    for (int i = 1; i < N - 1; i++) {
      double old = b[i];
      b[i] = (a[i - 1] + a[i + 1]) / 2;
      err = old - b[i] > err ? old - b[i] : err;
    }
    #pragma omp target teams distribute parallel for map(to: b[0:N]) map(tofrom: a[0:N])
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i];
    it++;
  }
#line 110
  }
#line 111
  { const int warpcc_runs = (0 < 30 && err >= (double)0) ? 1 : 0;
#line 111
  #pragma omp target data map(tofrom: a[0:64]) if(warpcc_runs)
#line 111
  for (int k = 0; k < 30 && err >= 0; k++) {
    scale(a, N);
    err -= 0.01;
  }
#line 114
  }
#line 115
  #pragma omp target data map(tofrom: b[0:64])
#line 115
  do {
    scale(b, N);
    scale(b, N);
  } while (++it % 7);
  double all = sum(a, N) + sum(b, N) + it;
  free(a), free(b);
  return all;
}

/* The condition calls a function. */
static double roots(double least) {
  double *a = malloc(N * sizeof *a), old = 9;
  FILL(a, N);
#line 128
  { const int warpcc_runs = (0 < 6 && (sqrt(old)) > least) ? 1 : 0;
#line 128
  #pragma omp target data map(tofrom: a[0:64]) if(warpcc_runs)
#line 128
  for (int it = 0; it < 6 && sqrt(old) > least; it++) {
    scale(a, N);
    old /= 2;
  }
#line 131
  }
#line 132
  double all = sum(a, N);
  free(a);
  return all;
}

/* The loop ends early. */
static double left(int steps) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
#line 141
  #pragma omp target data map(tofrom: a[0:64]) if(0 < steps)
#line 141
  for (int t = 0; t < steps; t++) {
    scale(a, N);
#line 143
    #pragma omp target update from(a[3:1])
#line 143
    if (a[3] < 2.01)
      break;
    if (t == 2)
      continue;
    scale(a, N);
  }
  double all = sum(a, N);
  free(a);
  return all;
}

/* Both in one loop inside of the loop. */
static double nested(int steps, int inner) {
  double *a = malloc(N * sizeof *a), all = 0;
  FILL(a, N);
  for (int t = 0; t < steps; t++) {
#line 159
    #pragma omp target data map(tofrom: a[0:64]) if(0 < inner)
#line 159
    for (int k = 0; k < inner; k++)
      scale(a, N);
    all += a[t];
    for (int k = 0; k < 3; k++) {
      scale(a, N);
      if (k == 1)
        a[k] = all / 100;
    }
  }
  all += sum(a, N);
  free(a);
  return all;
}

/* One side writes, or the other. */
static double either(int steps) {
  double *a = malloc(N * sizeof *a), all = 0;
  FILL(a, N);
#line 177
  #pragma omp target data map(tofrom: a[0:64]) if(1 < steps)
#line 177
  for (int t = 0; t < steps; t++) {
    if (t % 2) {
      a[t] = t;
    } else {
      scale(a, N);
#line 181
      #pragma omp target update from(a[t:1])
#line 182
    }
#line 183
    #pragma omp target update to(a[t:1])
#line 183
    scale(a, N);
#line 183
    #pragma omp target update from(a[t:1])
#line 184
    if (t % 3)
      scale(a, N);
    else
      all += a[t];
  }
  all += sum(a, N);
  free(a);
  return all;
}

/* What a parameter points to may be there already. */
void given(double *a, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    scale(a, n);
    a[0] = t;
  }
}

/* As much has to be copied. */
static double same(int steps) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
  for (int t = 0; t < steps; t++) {
    scale(a, N);
    for (int i = 0; i < N; i++)
      a[i] -= 1;
  }
  double all = sum(a, N);
  free(a);
  return all;
}

/* The host pointer goes out. */
double *known;
static double escapes(int steps) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
  known = a;
  for (int t = 0; t < steps; t++) {
    scale(a, N);
    if (t % 2)
      known[1] = t;
    scale(a, N);
  }
  return sum(a, N);
}

/* A data construct has it: the host sees what was there before. */
static double held(int steps) {
  double a[N], all = 0;
  FILL(a, N);
  #pragma omp target data map(tofrom: a)
  for (int t = 0; t < steps; t++) {
    scale(a, N);
    if (t % 2)
      all += 0 * a[1];
    scale(a, N);
  }
  return all + sum(a, N);
}

/* The host writes in some iterations of the inner loop, so that what the device has at its beginning
   has to be on the host, too. */
static double lacks(int steps, int inner) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
  for (int t = 0; t < steps; t++) {
    for (int u = 0; u < inner; u++) {
      scale(a, N);
      if (u % 2)
        a[u] = 5;
    }
    scale(a, N);
  }
  double all = sum(a, N);
  free(a);
  return all;
}

/* The device has what is new in one branch, and the host in the other. */
static double meets(int steps) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
#line 267
  #pragma omp target data map(tofrom: a[0:64]) if(0 < steps)
#line 267
  for (int t = 0; t < steps; t++) {
    scale(a, N);
#line 268
    #pragma omp target update from(a[3:1])
#line 269
    if (t % 3 == 1)
      { scale(a, N); _Pragma("omp target update from(a[3:1])") }
    else if (t % 3 == 2)
      a[3] = t;
#line 273
    #pragma omp target update to(a[3:1])
#line 273
    scale(a, N);
  }
  double all = sum(a, N);
  free(a);
  return all;
}

/* Two sections. */
static double parts(int steps) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
  for (int t = 0; t < steps; t++) {
    scale(a, N);
    scale(a, N / 2);
  }
  double all = sum(a, N);
  free(a);
  return all;
}

/* A return leaves the loop. */
static double returns(int steps) {
  double *a = malloc(N * sizeof *a);
  FILL(a, N);
  for (int t = 0; t < steps; t++) {
    scale(a, N);
    if (t == 3)
      return sum(a, N);
  }
  return a[0];
}

/* Two names, and what they mean is not known. */
void choose(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    double *p = t % 2 ? a : b;
    scale(p, n);
  }
}

/* A loop that is a macro's. */
#define TWICE(a) for (int t = 0; t < 2; t++) scale(a, N)

int main(void) {
  static double a[N], b[N];
  for (int steps = 0; steps < 8; steps += 7) {
    looks(steps);
    printf("%g %g %g\n", writes(steps), first(steps), exchanged(steps));
    printf("%g %g %g\n", left(steps), nested(steps, 0), nested(steps, 2));
    printf("%g %g %g %g\n", either(steps), same(steps), escapes(steps), held(steps));
    printf("%g %g\n", parts(steps), returns(steps));
    printf("%g %g %g\n", lacks(steps, 0), lacks(steps, 3), meets(steps));
  }
  printf("%g %g\n", converges(0.1), converges(2));
  printf("%g %g\n", roots(1), roots(4));
  FILL(a, N);
  FILL(b, N);
  given(a, N, 3);
  choose(a, b, N, 4);
  TWICE(a);
  SHOW(a, N);
  SHOW(b, N);
  return 0;
}
