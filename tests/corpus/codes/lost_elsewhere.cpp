/* Values that are lost though others than the function reach the variable: of the program, and behind references. */
#include "../check.h"
enum { N = 48 };
static int total, seen;
int shared;

static int counted(const int *a, int n) {
  total = 0;
  #pragma omp target map(to: a[0:n]) //~ WC116
  for (int i = 0; i < n; i++) total += a[i];
  return total;
}

static int at_last(const int *a, int n) {
  static int last;
  last = -1;
  #pragma omp target teams distribute parallel for map(to: a[0:n]) //~ WC116
  for (int i = 0; i < n; i++)
    if (a[i] == 3) last = i;
  return last;
}

static int in_data(const int *a, int n) {
  shared = 0;
  #pragma omp target data map(tofrom: shared) map(to: a[0:n])
  {
    #pragma omp target //~ WC116
    for (int i = 0; i < n; i++) shared += a[i];
  }
  return shared;
}

static int mapped(const int *a, int n) {
  total = 0;
  #pragma omp target map(to: a[0:n]) map(tofrom: total) //~ !WC116
  for (int i = 0; i < n; i++) total += a[i];
  return total;
}

/* The function that is called may give it another value. */
static void reset() { seen = 7; }
static int called(const int *a, int n) {
  #pragma omp target map(to: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) seen += a[i];
  reset();
  return seen;
}

/* So may a store through a pointer. */
static int stored(const int *a, int n, int *other) {
  #pragma omp target map(to: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) seen += a[i];
  *other = 5;
  return seen;
}

/* Nobody reads it here. */
static void unread(const int *a, int n) {
  #pragma omp target map(to: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) seen += a[i];
}

/* The caller has the variable. */
static void add(int &sum, const int *a, int n) {
  #pragma omp target map(to: a[0:n]) //~ WC116
  for (int i = 0; i < n; i++) sum += a[i];
}

static int read_here(double &sum, const int *a, int n) {
  #pragma omp target map(to: a[0:n]) //~ WC116
  for (int i = 0; i < n; i++) sum += a[i];
  return sum > 3;
}

static void add_mapped(int &sum, const int *a, int n) {
  #pragma omp target map(to: a[0:n]) map(tofrom: sum) //~ !WC116
  for (int i = 0; i < n; i++) sum += a[i];
}

static void set(int &sum, const int *a, int n) {
  #pragma omp target map(to: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) sum += a[i];
  sum = n;
}

/* What a reference to an array names is mapped. */
static void first(int (&two)[2], const int *a, int n) {
  #pragma omp target map(to: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) two[0] += a[i];
}

/* Members of the object are mapped with it. */
struct Counter {
  int value;
  void add(const int *a, int n) {
    #pragma omp target map(to: a[0:n]) //~ !WC116
    for (int i = 0; i < n; i++) value += a[i];
  }
};

int main() {
  int a[N], sum = 0, other = 0, two[2] = {0, 0};
  double real = 0;
  FILL(a, N);
  printf("%d %d %d %d\n", counted(a, N), at_last(a, N), in_data(a, N), mapped(a, N));
  printf("%d %d\n", called(a, N), stored(a, N, &other));
  unread(a, N);
  add(sum, a, N);
  printf("%d %d\n", sum, read_here(real, a, N));
  add_mapped(sum, a, N);
  printf("%d\n", sum);
  set(sum, a, N);
  first(two, a, N);
  Counter counter{0};
  counter.add(a, N);
  printf("%d %d %d\n", sum, two[0], counter.value);
  return 0;
}
