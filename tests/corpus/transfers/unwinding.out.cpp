// warpcc-transfers: on
// Exceptions, and what is done at the end of objects' lives: both leave statements where nothing shows it.
#include "../check.h"
#include <stdexcept>
#include <vector>
enum { N = 52 };

static void step(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += i % 5 + 1;
}

static double sum(const double *a, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    all += a[i] * (1 + i % 3);
  return all;
}

static double *filled(int n) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  return a;
}

// The loop is left by an exception; who catches it reads the array.
static void checked(double *a, int n, int k) {
  step(a, n);
  if (k == 2)
    throw std::runtime_error("two");
}

static void thrown(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++)
    checked(a, n, k);
}

static double caught(int n, int steps) {
  double *a = filled(n);
  try {
    thrown(a, n, steps);
  } catch (const std::runtime_error &) {
    a[0] += 3;
  }
  double all = sum(a, n);
  free(a);
  return all;
}

// It is caught in the loop.
static double caught_in_the_loop(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    try {
      checked(a, n, k);
    } catch (...) {
      a[k] -= 1;
    }
  }
  double all = sum(a, n);
  free(a);
  return all;
}

// The loop's own statement throws.
static double thrown_here(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  try {
    for (int k = 0; k < steps; k++) {
      step(a, n);
      if (k == 1)
        throw k;
    }
  } catch (int k) {
    a[k] += 1;
  }
  double all = sum(a, n);
  free(a);
  return all;
}

// The library throws.
static double out_of_range(int n, int steps) {
  std::vector<double> v(n, 1.0);
  std::vector<int> places(2);
  try {
    for (int k = 0; k < steps; k++) {
      step(v.data(), n);
      places.at(k) = k;
    }
  } catch (const std::out_of_range &) {
    v[1] -= 1;
  }
  return sum(v.data(), n);
}

// A function that promises not to throw, and one that may.
static int lucky(int k) noexcept { return k * 7 % 5; }
int unlucky(int k);

static double promised(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a), all = 0;
  FILL(a, n);
#line 107
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 107
  for (int k = 0; k < steps; k++) {
    step(a, n);
    all += lucky(k);
  }
  all += sum(a, n);
  free(a);
  return all;
}

static double not_promised(int n, int steps) {
  double *a = filled(n), all = 0;
  try {
    for (int k = 0; k < steps; k++) {
      step(a, n);
      all += unlucky(k);
    }
  } catch (int k) {
    a[0] -= k;
  }
  all += sum(a, n);
  free(a);
  return all;
}

int unlucky(int k) {
  if (k > 2)
    throw k;
  return k;
}

// Objects that write when they end: in the loop, around it, and in a function that is called.
struct Mark {
  double *a;
  int at;
  ~Mark() { a[at] += 5; }
};

static double marked(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    Mark mark{a, k};
    step(a, n);
  }
  double all = sum(a, n);
  free(a);
  return all;
}

static double marked_around(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  {
    Mark mark{a, 1};
    for (int k = 0; k < steps; k++)
      step(a, n);
  }
  double all = sum(a, n);
  free(a);
  return all;
}

static void step_and_mark(double *a, int n) {
  Mark mark{a, 2};
  step(a, n);
}

static double marked_by_a_function(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++)
    step_and_mark(a, n);
  double all = sum(a, n);
  free(a);
  return all;
}

// Objects that map when they begin, and when they end.
struct Stepped {
  double *a;
  int n;
  Stepped(double *a, int n) : a(a), n(n) { step(a, n); }
  ~Stepped() { step(a, n); }
};

static double stepped(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    Stepped here(a, n);
    all += a[k];
  }
  all += sum(a, n);
  free(a);
  return all;
}

// An object that owns memory gives it back in any case.
struct Owner {
  double *a;
  explicit Owner(int n) : a(filled(n)) {}
  Owner(const Owner &) = delete;
  ~Owner() { free(a); }
};

static double owned(int n, int steps) {
  Owner owner(n);
  double *a = owner.a;
  for (int k = 0; k < steps; k++)
    step(a, n);
  return sum(a, n);
}

int main() {
  for (int steps = 0; steps < 5; steps++) {
    printf("%g %g %g\n", caught(N, steps), caught_in_the_loop(N, steps), thrown_here(N, steps));
    printf("%g %g %g\n", out_of_range(N, steps), promised(N, steps), not_promised(N, steps));
    printf("%g %g\n", marked(N, steps), marked_around(N, steps));
    printf("%g %g\n", marked_by_a_function(N, steps), stepped(N, steps));
    printf("%g\n", owned(N, steps));
  }
  return 0;
}
