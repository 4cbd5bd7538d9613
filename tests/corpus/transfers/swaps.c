/* warpcc-transfers: on
   Pointers that change their storage in each step: the storage stays, whatever it is called. A loop that runs less often than there are
   pieces of storage leaves them as they are. */
#include "../check.h"
enum { N = 80 };

static void half(double *out, const double *in, int n) {
  #pragma omp target teams distribute parallel for map(from: out[0:n]) map(to: in[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    out[i] = in[i] / 2 + (i ? in[i - 1] : 1);
}

static void exchanged(int steps) {
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  FILL(u, N);
  FILL(v, N);
  for (int k = 0; k < steps; k++) {
    half(v, u, N);
    double *w = u;
    u = v;
    v = w;
  }
  SHOW(u, N); SHOW(v, N);
  free(u), free(v);
}

static void rotated(int steps) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
  FILL(a, N);
  FILL(b, N);
  FILL(c, N);
  for (int k = 0; k < steps; k++) {
    half(c, b, N);
    half(a, c, N);
    double *first = a;
    a = b, b = c, c = first;
  }
  SHOW(a, N); SHOW(b, N); SHOW(c, N);
  free(a), free(b), free(c);
}

static void sometimes(int steps) {
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v);
  FILL(u, N);
  FILL(v, N);
  for (int k = 0; k < steps; k++) {
    half(v, u, N);
    if (k % 3 == 0) {
      double *w = u;
      u = v;
      v = w;
    }
  }
  SHOW(u, N); SHOW(v, N);
  free(u), free(v);
}

/* The third pointer may be either. */
static void followed(int steps) {
  double *u = malloc(N * sizeof *u), *v = malloc(N * sizeof *v), *last = u;
  FILL(u, N);
  FILL(v, N);
  for (int k = 0; k < steps; k++) {
    half(v, u, N);
    last = v;
    v = u;
    u = last;
  }
  SHOW(last, N); SHOW(v, N);
  free(u), free(v);
}

/* One call copies one array each way, whichever it is. */
static void by_one_call(int steps) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *u = a, *v = b;
  FILL(a, N);
  FILL(b, N);
  for (int k = 0; k < steps; k++) {
    half(v, u, N - 1);
    half(v, u, N);
    a[k] += 1;
    double *w = u;
    u = v;
    v = w;
  }
  SHOW(a, N); SHOW(b, N);
  free(a), free(b);
}

int main(void) {
  for (int steps = 0; steps < 5; steps++) {
    exchanged(steps);
    rotated(steps);
    sometimes(steps);
    followed(steps);
    by_one_call(steps);
  }
  return 0;
}
