// warpcc-transfers: on
// Parts of functions that are not understood concern the variables that they name.
#include "../check.h"
#include <map>
enum { N = 48 };

struct Keeper {
  double *p;
  Keeper(double *q) : p(q) {}
  ~Keeper() {
    p[3] += 100;
    printf("%g\n", p[0]);
  }
};

static void grow(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += i;
}

/* What is put into the map are numbers. */
void beside(int n, int steps) {
  std::map<int, double> values;
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  values[0] = n;
#line 28
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 28
  for (int k = 0; k < steps; k++)
    grow(a, n);
  values[1] = a[5];
  printf("%g %g %g\n", values[0], values[1], a[7]);
  free(a);
}

/* An end that nobody sees reads the array. */
void ends(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  Keeper keeper(a);
  for (int k = 0; k < steps; k++)
    grow(a, n);
}

/* The map has the array, by another name. */
void listed(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a), *b = a;
  FILL(a, n);
  std::map<int, double *> all;
  all[0] = b;
  for (int k = 0; k < steps; k++) {
    all[0][3] += 5;
    grow(a, n);
  }
  SHOW(a, n);
  free(a);
}

/* The pointer gets another value where that is not seen. */
void moved(int n, int steps) {
  double *all = (double *)malloc(n * sizeof *all), *a = all;
  FILL(all, n);
  for (int k = 0; k < steps; k++) {
    grow(a, n / 2);
    std::map<int, int> steps_of;
    steps_of[0] = (a = all + n / 2, 1);
  }
  SHOW(all, n);
  free(all);
}

/* The length is changed there. */
void shortened(double *a, int n, int steps) {
  std::map<int, int> lengths;
  lengths[0] = n--;
  for (int k = 0; k < steps; k++)
    grow(a, n);
  SHOW(a, n);
}

/* The block has a directive, whose clauses name more. */
void entered(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  try {
    #pragma omp target enter data map(to: a[0:n])
    if (n < 0)
      throw n;
  } catch (int &length) {
    length = 0;
  }
  for (int k = 0; k < steps; k++)
    grow(a, n);
  #pragma omp target exit data map(from: a[0:n])
  SHOW(a, n);
  free(a);
}

/* A call that is not seen gives one array twice. */
static void two(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    grow(a, n);
    grow(b, n);
  }
}

void apart(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a), *b = (double *)malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  two(a, b, n, steps);
  SHOW(a, n);
  SHOW(b, n);
  try {
    two(a, a, n, steps);
  } catch (int &length) {
    length = 0;
  }
  SHOW(a, n);
  free(a);
  free(b);
}

int main() {
  static double a[N];
  FILL(a, N);
  for (int steps = 0; steps < 4; steps++) {
    beside(N, steps);
    ends(N, steps);
    listed(N, steps);
    moved(N, steps);
    shortened(a, N, steps);
    entered(N, steps);
    apart(N, steps);
  }
  return 0;
}
