/* warpcc-transfers: on
   Parts of one allocation: they stay where their sections are apart, and each by a pointer to its start. */
#include "../check.h"
enum { N = 60 };

static void half(double *out, const double *in, int n) {
  #pragma omp target teams distribute parallel for map(from: out[0:n]) map(to: in[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    out[i] = in[i] / 2 + (i ? in[i - 1] : 1);
}

static void two(int n, int steps) {
  double *all = malloc(2 * n * sizeof *all);
  double *u = all, *v = all + n;
  FILL(all, 2 * n);
  for (int k = 0; k < steps; k++) {
    half(v, u, n);
    half(u, v, n);
  }
  SHOW(all, 2 * n);
  free(all);
}

static void four(int steps) {
  double *a = malloc(4 * N * sizeof *a), *b = a + N, *c = b + N, *d = c + N;
  FILL(a, 4 * N);
  for (int k = 0; k < steps; k++) {
    half(b, a, N);
    half(c, b, N);
    half(d, c, N);
    half(a, d, N);
  }
  SHOW(d, N); SHOW(c, N); SHOW(b, N); SHOW(a, N);
  free(a);
}

static void exchanged(int n, int steps) {
  double *all = malloc(2 * n * sizeof *all), *u = all, *v = &all[n];
  FILL(all, 2 * n);
  for (int k = 0; k < steps; k++) {
    half(v, u, n);
    double *w = u;
    u = v;
    v = w;
  }
  SHOW(all, 2 * n);
  free(all);
}

/* The second begins where the first has not ended. */
static void overlapping(int n, int steps) {
  double *all = malloc(2 * n * sizeof *all), *v = all + n / 2;
  FILL(all, 2 * n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: all[0:n])
    for (int i = 0; i < n; i++)
      all[i] += 1;
    #pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
      v[i] *= 2;
  }
  SHOW(all, 2 * n);
  free(all);
}

/* By one element. */
static void by_one(int n, int steps) {
  double *all = malloc(2 * n * sizeof *all), *v = all + n - 1;
  FILL(all, 2 * n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: all[0:n])
    for (int i = 0; i < n; i++)
      all[i] += 1;
    #pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
      v[i] *= 2;
  }
  SHOW(all, 2 * n);
  free(all);
}

/* The host touches one part: what part is not seen. */
static double touched(int n, int steps) {
  double *all = malloc(2 * n * sizeof *all), *u = all, *v = all + n, sum = 0;
  FILL(all, 2 * n);
  for (int k = 0; k < steps; k++) {
    half(v, u, n);
    sum += v[k];
    half(u, v, n);
  }
  SHOW(all, 2 * n);
  free(all);
  return sum;
}

/* A pointer that moves is anywhere. */
static void moving(int n, int steps) {
  double *all = malloc((steps + 1) * n * sizeof *all), *u = all;
  FILL(all, (steps + 1) * n);
  for (int k = 0; k < steps; k++) {
    half(u + n, u, n);
    u += n;
  }
  SHOW(all, (steps + 1) * n);
  free(all);
}

/* What the caller has allocated has parts, too. */
static void of_a_parameter(double *all, int n, int steps) {
  double *u = all, *v = all + n;
  for (int k = 0; k < steps; k++) {
    half(v, u, n);
    half(u, v, n);
  }
}

int main(void) {
  for (int steps = 0; steps < 4; steps++) {
    two(N, steps);
    four(steps);
    exchanged(N, steps);
    overlapping(N, steps);
    by_one(N, steps);
    printf("%g\n", touched(N, steps));
    moving(N, steps);
    static double all[2 * N];
    FILL(all, 2 * N);
    of_a_parameter(all, N, steps);
    SHOW(all, 2 * N);
  }
  return 0;
}
