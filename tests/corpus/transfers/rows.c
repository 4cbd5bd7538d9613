/* warpcc-transfers: on
   Rows whose length is known at run time, constants in sections, and names that mean something else where a directive would stand. */
#include "../check.h"
enum { H = 12, W = 16 };
#define ALL (H * W)

static void smooth(int h, int w, double out[h][w], double in[h][w]) {
  #pragma omp target teams distribute parallel for map(tofrom: out[0:h][0:w]) map(to: in[0:h][0:w])
  for (int i = 1; i < h; i++)
    for (int j = 0; j < w; j++) //~ j=proved
      out[i][j] = in[i][j] + in[i - 1][j];
}

static double of_run_time_length(int h, int w, int steps) {
  double(*a)[w] = malloc(sizeof(double[h][w])), (*b)[w] = malloc(sizeof(double[h][w]));
  FILL(a[0], h * w);
  FILL(b[0], h * w);
  for (int k = 0; k < steps; k++) {
    smooth(h, w, b, a);
    smooth(h, w, a, b);
  }
  double sum = a[1][2] + b[h - 1][w - 1];
  free(a), free(b);
  return sum;
}

static void scaled(double *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:ALL])
  for (int i = 0; i < ALL; i++)
    a[i] = a[i] / 2 + 1;
}

static double of_constants(int steps) {
  double a[ALL];
  FILL(a, ALL);
  for (int k = 0; k < steps; k++)
    scaled(a);
  return a[5];
}

static void added(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 3;
}

/* The variable of the length is one of two. */
static double hidden(double *a, int steps) {
  int n = ALL;
  {
    int n = 4;
    a[n] = 1;
    for (int k = 0; k < steps; k++)
      added(a, n);
  }
  for (int k = 0; k < steps; k++)
    added(a, n);
  return a[3] + a[5];
}

/* The variable of the length is declared in the loop. */
static double inner(double *a, int steps) {
  for (int k = 0; k < steps; k++) {
    const int n = ALL - 3;
    added(a, n);
  }
  return a[3] + a[5];
}

int main(void) {
  double a[ALL];
  FILL(a, ALL);
  printf("%g %g\n", of_run_time_length(H, W, 3), of_constants(4));
  printf("%g\n", hidden(a, 3)); SHOW(a, ALL);
  printf("%g\n", inner(a, 3)); SHOW(a, ALL);
  return 0;
}
