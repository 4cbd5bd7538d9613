/* warpcc-transfers: on
   Objects whose methods a region calls go to the device as a whole, and come back where the host reads them. */
#include "../check.h"
enum { N = 64 };

class Shift {
public:
  double by;
  int calls;
  void move(double *x) const { *x += by; }
  void count(double *x) { *x += by; calls++; }
};

class Wide : public Shift {
public:
  double more[4];
  double at(int k) const { return more[k % 4]; }
};

static double read_only(double *x, int n) {
  Shift own = {3, 0};
  #pragma omp target teams distribute parallel for map(to: own) map(tofrom: x[0:n]) //~ plan=none
  for (int k = 0; k < n; k++)
    own.move(&x[k]);
  return own.by;
}

static void dropped(double *x, int n) {
  Shift own = {3, 0};
  #pragma omp target map(to: own) map(tofrom: x[0:n])
  for (int k = 0; k < n; k++)
    own.count(&x[k]);
}

static int counted(double *x, int n) {
  Shift own = {3, 0};
  #pragma omp target map(tofrom: x[0:n])
  for (int k = 0; k < n; k++)
    own.count(&x[k]);
  return own.calls;
}

static void derived(double *x, int n) {
  Wide own;
  own.by = 2;
  own.calls = 0;
  for (int k = 0; k < 4; k++)
    own.more[k] = k;
  #pragma omp target teams distribute parallel for map(to: own) map(tofrom: x[0:n])
  for (int k = 0; k < n; k++)
    x[k] += own.at(k);
}

/* In templates, of which each instance has a text in common. */
struct Limit {
  double most;
  bool is_over(double x) const { return x > most; }
};

struct Counting {
  int limit, seen;
  bool is_over(double x) { return x > limit ? seen++, true : false; }
};

template <typename Test> static void cut(double *x, int n, Test test) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
  for (int k = 0; k < n; k++)
    if (test.is_over(x[k]))
      x[k] = 0;
}

template <typename Test> static int tried(double *x, int n, Test test) {
  #pragma omp target map(tofrom: x[0:n])
  for (int k = 0; k < n; k++)
    if (test.is_over(x[k]))
      x[k] -= 1;
  return sizeof test;
}

int main() {
  static double a[N];
  FILL(a, N);
  printf("%g\n", read_only(a, N)); SHOW(a, N);
  dropped(a, N); SHOW(a, N);
  printf("%d\n", counted(a, N)); SHOW(a, N);
  derived(a, N); SHOW(a, N);
  cut(a, N, Limit{9}); SHOW(a, N);
  printf("%d\n", tried(a, N, Limit{8})); SHOW(a, N);
  printf("%d\n", tried(a, N, Counting{7, 0})); SHOW(a, N);
  return 0;
}
