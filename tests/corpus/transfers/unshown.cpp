// warpcc-transfers: on
// warpcc-flags: -std=c++20
// What the text does not show where it happens: values that nobody gives, conversions in lists, starts of `switch` and `for`,
// objects of conversions and destructors, comparisons, functions that clauses call. And what must not hide what stands beside
// it: lambdas, and types and enumerators that a function declares.
#include "../check.h"
#include <algorithm>
#include <cstdlib>
#include <functional>

enum { N = 64 };
static double shared[N];
static int calls;

static double sum(const double *a, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    all += a[i] * (i + 1);
  return all;
}

static void fill(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i % 7;
}

// The value of a parameter that no call gives changes the array.
static int touch() {
  shared[5] += 3;
  return ++calls;
}

static int passes(int by = touch()) { return by; }

struct Counter {
  int by;
  explicit Counter(int by = touch()) : by(by) {}
  int next(int more = touch()) const { return by + more; }
};

static double of_values(int steps) {
  fill(shared, N);
  int count = 0;
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: shared) //~ plan=none
    for (int i = 0; i < N; i++)
      shared[i] = shared[i] / 2 + k;
    count += k % 2 ? passes() : passes(k);
  }
  return sum(shared, N) + count;
}

static double of_methods(int steps) {
  fill(shared, N);
  int count = 0;
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: shared) //~ plan=none
    for (int i = 0; i < N; i++)
      shared[i] = shared[i] / 2 + k;
    Counter counter;
    count += counter.next();
  }
  return sum(shared, N) + count;
}

// Lists in which a function makes a number of an object.
struct Number {
  operator int() const { return touch(); }
};

struct Both {
  int first, second;
};

static double of_lists(int steps) {
  fill(shared, N);
  Number number;
  int count = 0;
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: shared) //~ plan=none
    for (int i = 0; i < N; i++)
      shared[i] = shared[i] / 2 + k;
    int one{number}, two[2] = {number, 1};
    Both both{number, 1};
    count += one + two[0] + both.first;
  }
  return sum(shared, N) + count;
}

// What stands before the condition of a `switch`, or before the range of a `for`.
static double of_starts(int n, int steps) {
  double a[N], b[N], *q = nullptr, *r = nullptr;
  fill(a, N);
  fill(b, N);
  switch (double *p = a; n) {
  default:
    q = p;
  }
  int numbers[] = {0, 1};
  for (double *p = b; int number : numbers)
    r = p + number;
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=none
    for (int i = 0; i < N; i++) {
      a[i] = a[i] / 2 + k;
      b[i] -= a[i];
    }
    q[5] += 3;
    r[5] += 2;
  }
  return sum(a, N) + sum(b, N);
}

// Objects that lead to the array, of a conversion and of a destructor.
static double *kept;

struct View {
  double *start;
  operator double *() const { return start; }
  ~View() { kept = start; }
};

static double of_conversions(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  fill(a, n);
  View view{a};
  double *q = view;
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + k;
    q[5] += 3;
  }
  double all = sum(a, n);
  free(a);
  return all;
}

static double of_destructors(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  View *view = (View *)malloc(sizeof *view);
  fill(a, n);
  view->start = a;
  view->~View();
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + k;
    kept[5] += 3;
  }
  double all = sum(a, n);
  free(a);
  free(view);
  return all;
}

// The comparison changes the array.
struct Order {
  double *to;
  bool operator()(int i, int j) const {
    to[5] += 1;
    return i < j;
  }
};

static double of_comparisons(int steps) {
  double a[N];
  int count = 0;
  fill(a, N);
  Order order{a};
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
    for (int i = 0; i < N; i++)
      a[i] = a[i] / 2 + k;
    count += std::max(k, 2, order);
  }
  return sum(a, N) + count;
}

// Functions that clauses call.
static int length() { return shared[5] < 3 ? 1 : 2; }
static int threads() { return (int)(shared[5] += 1) % 2 + 1; }
#define MORE length()

static double of_clauses(int steps) {
  double b[N];
  fill(shared, N);
  fill(b, N);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: shared) //~ plan=none
    for (int i = 0; i < N; i++)
      shared[i] = shared[i] / 2 + k;
    #pragma omp target teams distribute parallel for map(tofrom: b[0:MORE]) num_threads(threads()) //~ plan=none
    for (int i = 0; i < 1; i++)
      b[i] += k;
  }
  return sum(shared, N) + sum(b, N);
}

// A member that a clause names reads what the loop keeps.
struct Field {
  double w[N];
  double run(int steps) {
    double *q = w, count = 0;
    for (int k = 0; k < steps; k++) {
      #pragma omp target teams distribute parallel for map(tofrom: q[0:N]) //~ plan=none
      for (int i = 0; i < N; i++)
        q[i] += 1;
      int there = 1;
      #pragma omp target map(tofrom: there) if(w[5] > 6) //~ plan=none
      there = there && w[5] >= 0;
      count += there;
    }
    return count + sum(w, N);
  }
};

static double of_members(int steps) {
  Field field;
  fill(field.w, N);
  return field.run(steps);
}

// A lambda beside the loop, one that changes the array, and one that is called by others.
static double of_lambdas(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  auto half = [](double x) { return x / 2; };
  for (int i = 0; i < n; i++)
    a[i] = half(i);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + k;
  }
  double all = half(sum(a, n));
  free(a);
  return all;
}

static double of_captures(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  fill(a, n);
  auto change = [&](int at) { a[at] += 3; };
  std::function<void()> other = [=] { a[6] += 2; };
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + k;
    change(5);
    other();
  }
  double all = sum(a, n);
  free(a);
  return all;
}

static void call(const std::function<void()> &what) { what(); }

static double of_callbacks(int steps) {
  fill(shared, N);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: shared) //~ plan=none
    for (int i = 0; i < N; i++)
      shared[i] = shared[i] / 2 + k;
    call([] { shared[5] += 3; });
  }
  return sum(shared, N);
}

// Static arrays whose values are computed when they are reached, and what is done where a variable's life ends.
static double of_statics(int steps) {
  fill(shared, N);
  int count = 0;
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: shared) //~ plan=none
    for (int i = 0; i < N; i++)
      shared[i] = shared[i] / 2 + k;
    static int numbers[2] = {touch(), 1};
    count += numbers[1]++;
  }
  return sum(shared, N) + count;
}

typedef double Row[N];
static double all_aligned;
static void add_aligned(Row *row) { all_aligned += sum(*row, N); }

static double of_ends(int steps) {
  all_aligned = 0;
  {
    Row a __attribute__((aligned(64), cleanup(add_aligned)));
    fill(a, N);
    for (int k = 0; k < steps; k++) {
      #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
      for (int i = 0; i < N; i++)
        a[i] = a[i] / 2 + k;
    }
  }
  return all_aligned;
}

// Types and enumerators that the function declares; one of them has a variable's name.
static double of_types(int n, int steps) {
  enum { FIRST = 2 };
  typedef double real;
  using std::max;
  struct Local {
    int n;
  } local = {n};
  real *a = (real *)malloc(local.n * sizeof *a);
  fill(a, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + k % FIRST;
  }
  double all = sum(a, n);
  free(a);
  return max(all, 0.0);
}

static double of_names(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  fill(a, n);
  {
    enum { n = 3 };
    for (int k = 0; k < steps; k++) {
      #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
      for (int i = 0; i < n; i++)
        a[i] = a[i] / 2 + k;
    }
  }
  double all = sum(a, n);
  free(a);
  return all;
}

// The members of a union without a name are variables without one.
static double of_unions(int steps) {
  union {
    int n;
    float other;
  };
  double a[N];
  fill(a, N);
  n = N;
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + k;
  }
  return sum(a, N);
}

int main() {
  for (int steps = 0; steps < 4; steps++) {
    printf("%.10g %.10g\n", of_values(steps), of_methods(steps));
    printf("%.10g %.10g\n", of_lists(steps), of_starts(1, steps));
    printf("%.10g %.10g\n", of_conversions(N, steps), of_destructors(N, steps));
    printf("%.10g %.10g\n", of_comparisons(steps), of_clauses(steps));
    printf("%.10g %.10g %.10g\n", of_lambdas(N, steps), of_captures(N, steps), of_callbacks(steps));
    printf("%.10g\n", of_members(steps));
    printf("%.10g %.10g\n", of_statics(steps), of_ends(steps));
    printf("%.10g %.10g %.10g\n", of_types(N, steps), of_names(N, steps), of_unions(steps));
  }
  return 0;
}
