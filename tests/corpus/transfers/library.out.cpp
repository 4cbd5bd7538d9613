// warpcc-transfers: on
// C++'s library around and in time loops: clocks, streams, new and delete.
#include "../check.h"
#include <chrono>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>

static void step(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 2 + i;
}

/* Time is measured around the loop and in it. */
static double measured(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  std::chrono::duration<double> all(0);
  auto start = std::chrono::steady_clock::now();
#line 22
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 22
  for (int k = 0; k < steps; k++) {
    const auto before = std::chrono::high_resolution_clock::now();
    step(a, n);
    auto after = std::chrono::high_resolution_clock::now();
    all += after - before;
  }
  auto end = std::chrono::steady_clock::now();
  auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
  start = end;
  double sum = a[3] + a[n - 1] + (time * 1e-9 / steps < 0) + (all.count() < 0);
  free(a);
  return sum;
}

/* Plain data is allocated by new. */
static double allocated(int n, int steps) {
  double *a = new double[n];
  float *b = new float[n];
  FILL(a, n);
  FILL(b, n);
#line 42
  #pragma omp target data map(tofrom: b[0:n]) map(to: a[0:n]) if(0 < steps)
#line 42
  for (int k = 0; k < steps; k++) {
    step(a, n);
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] += (float)a[i];
  }
  double sum = b[2] + b[n - 2];
  delete[] a;
  delete[] b;
  return sum;
}

/* The two pointers are two allocations. */
static double exchanged(int n, int steps) {
  double *a = new double[n], *b = new double[n];
  FILL(a, n);
  FILL(b, n);
#line 59
  #pragma omp target data map(tofrom: a[0:n], b[0:n]) if(1 < steps)
#line 59
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] = a[i] + k;
    double *c = a;
    a = b;
    b = c;
  }
  double sum = a[1] + b[n - 1];
  delete[] a, delete[] b;
  return sum;
}

/* Each step is told. */
static void told(double *a, int n, int steps) {
#line 74
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 74
  for (int k = 0; k < steps; k++) {
    step(a, n);
    std::cout << "step " << k << ' ' << std::setw(6) << std::setprecision(3) << 0.5 * k << std::endl;
  }
  std::cout << std::fixed << "done " << 'n' << std::flush;
  std::cout << "\n";
}

/* An element is told: it has to be there. */
static void element_told(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    step(a, n);
    std::cout << a[k] << "\n";
  }
}

/* A text is told that the device writes. */
static void text_told(char *text, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: text[0:n])
    for (int i = 0; i < n - 1; i++)
      text[i] = (char)('a' + (text[i] + k) % 20);
    std::cout << text << "\n";
  }
}

/* The program's own manipulator reads the array. */
static double *watched;
static std::ostream &first(std::ostream &out) { return out << watched[0]; }

static void manipulated(double *a, int n, int steps) {
  watched = a;
  for (int k = 0; k < steps; k++) {
    step(a, n);
    std::cout << first << "\n";
  }
}

/* So does the program's own operator. */
struct view {
  const double *a;
};
static std::ostream &operator<<(std::ostream &out, const view &own) { return out << own.a[1]; }

static void viewed(double *a, int n, int steps) {
  view own = {a};
  for (int k = 0; k < steps; k++) {
    step(a, n);
    std::cout << own << "\n";
  }
}

/* An allocation that fails leaves the loop. */
static double allocating(double *a, int n, int steps) {
  double sum = 0;
  for (int k = 0; k < steps; k++) {
    double *b = new double[n];
    step(a, n);
    b[0] = k;
    sum += b[0];
    delete[] b;
  }
  return sum;
}

/* Memory that is there already: no allocation. */
static double placed(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  double *b = new (a) double[1];
  for (int k = 0; k < steps; k++) {
    step(a, n);
    b[0] += 1;
  }
  double sum = a[0] + a[1];
  free(a);
  return sum;
}

/* What is said at the end is one of two texts. */
static bool said(double *a, int n, int steps) {
#line 155
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 155
  for (int k = 0; k < steps; k++) {
    step(a, n);
    printf("step %d of %d\n", k, steps);
  }
  bool ok = a[0] < 1;
  printf("%s %s\n", ok ? "PASS" : "FAIL", steps > 2 ? "many" : n > 3 ? "some" : "none");
  return ok;
}

/* A file is written. */
static std::ofstream file("/dev/null");

static void filed(double *a, int n, int steps) {
#line 168
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 168
  for (int k = 0; k < steps; k++) {
    step(a, n);
    file << "step " << k << "\n";
  }
}

/* The counts of these times are objects of the program's own, whose operators do what they want. */
struct counted {
  double value;
  counted(double own = 0) : value(own) {}
  operator double() const { return value; }
};
static counted operator-(const counted &a, const counted &b) {
  watched[0] += 1;
  return counted(a.value - b.value);
}

static double counting(double *a, int n, int steps) {
  typedef std::chrono::duration<counted> span;
  watched = a;
  span first(counted(3)), second(counted(1));
  double sum = 0;
  for (int k = 0; k < steps; k++) {
    step(a, n);
    span all = first - second;
    sum += all.count();
  }
  return sum;
}

int main() {
  enum { N = 40 };
  static double a[N];
  static char text[N];
  FILL(a, N);
  printf("%g\n", measured(N, 5));
  printf("%g\n", allocated(N, 5));
  printf("%g\n", exchanged(N, 5));
  fflush(stdout);
  printf("%d\n", said(a, N, 3));
  fflush(stdout);
  filed(a, N, 3);
  told(a, N, 3), element_told(a, N, 3);
  text_told(text, N, 3);
  manipulated(a, N, 3), viewed(a, N, 3);
  printf("%g\n", counting(a, N, 3));
  printf("%g\n", allocating(a, N, 4));
  printf("%g\n", placed(N, 4));
  SHOW(a, N);
  return 0;
}
