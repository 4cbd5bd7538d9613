/* warpcc-transfers: on
   What the host touches between the regions is copied as before. */
#include "../check.h"
#include <string.h>
enum { N = 64 };

static void twice(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

static void by_its_name(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    twice(a, n);
    a[k] = 1;
  }
}

static double by_another_name(int n, int steps) {
  double *a = malloc(n * sizeof *a), *middle = a + n / 2, sum = 0;
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    twice(a, n);
    sum += middle[k];
  }
  free(a);
  return sum;
}

static void put(double *a, int at) { a[at] = at; }

static double in_a_function(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    twice(a, n);
    put(a, k);
  }
  double sum = a[2];
  free(a);
  return sum;
}

static double by_the_library(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    twice(a, n);
    memcpy(b, a, n * sizeof *a);
    memset(a, 0, sizeof *a);
  }
  double sum = a[2] + b[n - 1];
  free(a), free(b);
  return sum;
}

struct held { double *p; };

static double in_a_struct(int n, int steps) {
  struct held h;
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  h.p = a;
  for (int k = 0; k < steps; k++) {
    twice(a, n);
    h.p[k] += 1;
  }
  double sum = a[1] + a[n - 1];
  free(a);
  return sum;
}

static double *kept;
static void keep(double *p) { kept = p; }
static void change(int at) { kept[at] = 5; }

static double by_who_knows_it(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  keep(a);
  for (int k = 0; k < steps; k++) {
    twice(a, n);
    change(k);
  }
  double sum = a[1] + a[n - 1];
  free(a);
  return sum;
}

static double through_a_pointer_to_it(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), **which = &a;
  FILL(a, n);
  FILL(b, n);
  for (int k = 0; k < steps; k++) {
    twice(a, n);
    if (k == 2) {
      double *old = a;
      *which = b;
      b = old;
    }
  }
  double sum = a[1] + b[n - 1];
  free(a), free(b);
  return sum;
}

/* The two may be one. */
void aliases(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    twice(a, n);
    b[k] += 1;
  }
}

/* The library writes how many characters it has printed. */
static int counts(int steps) {
  int at[8] = {0}, sum = 0;
  for (int k = 0; k < steps; k++) {
    int found = 0;
    #pragma omp target teams distribute parallel for reduction(+: found) map(to: at)
    for (int i = 0; i < 8; i++)
      found += at[i];
    printf("found %d%n\n", found, &at[k]);
    sum += found;
  }
  return sum;
}

static double scalar(int steps) {
  double one = 1, *p = &one;
  for (int k = 0; k < steps; k++) {
    twice(p, 1);
    one += 1;
  }
  return one;
}

int main(void) {
  static double a[N];
  FILL(a, N);
  by_its_name(a, N, 5); SHOW(a, N);
  printf("%g %g %g\n", by_another_name(N, 5), in_a_function(N, 5), by_the_library(N, 5));
  printf("%g %g %g\n", in_a_struct(N, 5), by_who_knows_it(N, 5), through_a_pointer_to_it(N, 5));
  aliases(a, a + 3, N / 2, 4); SHOW(a, N);
  aliases(a, a + N / 2, N / 2, 4); SHOW(a, N);
  printf("%d %g\n", counts(4), scalar(4));
  return 0;
}
