// warpcc-transfers: on
// Classes: bases, virtual methods, operators, copies, statics; methods whose object may be another's.
#include "../check.h"
#include <utility>
#include <vector>
enum { N = 44 };

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

// Two bases, each with an array: the second begins behind the first.
struct First {
  double *first;
  long unused;
};
struct Second {
  double *second;
  void lead_to(double *a) { second = a; }
};
struct Both : First, Second {
  int n;
};

static double of_bases(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a), *b = (double *)malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  Both both;
  both.n = n;
  both.first = a;
  both.second = b;
  for (int k = 0; k < steps; k++) {
    step(both.first, n);
    b[k] += 1;
  }
  both.lead_to(a);
  for (int k = 0; k < steps; k++) {
    step(both.second, n);
    a[k] += 1;
  }
  double all = sum(a, n) + sum(b, n);
  free(a);
  free(b);
  return all;
}

// A virtual method is the object's own.
struct Shape {
  double *a;
  int n;
  virtual ~Shape() {}
  virtual void grow() { step(a, n); }
};
struct Counting : Shape {
  void grow() override {
    step(a, n);
    a[0] += 10;
  }
};

static double grown(Shape &shape, int steps) {
  for (int k = 0; k < steps; k++)
    shape.grow();
  for (int k = 0; k < steps; k++)
    shape.Shape::grow();
  return sum(shape.a, shape.n);
}

static double of_shapes(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  Shape shape;
  Counting counting;
  shape.a = counting.a = a;
  shape.n = counting.n = n;
  double all = grown(shape, steps) + grown(counting, steps);
  free(a);
  return all;
}

// Operators: an element, a scalar, a conversion, an assignment.
class Field {
  int n;
  std::vector<double> values;

public:
  explicit Field(int n) : n(n), values(n) {
    for (int i = 0; i < n; i++)
      values[i] = i % 7;
  }
  double &operator[](int i) { return values[i]; }
  double operator[](int i) const { return values[i]; }
  operator double() const { return sum(values.data(), n); }
  Field &operator+=(double x) {
    for (int i = 0; i < n; i++)
      values[i] += x;
    return *this;
  }
  Field &operator++() {
    step(values.data(), n);
    return *this;
  }
  void advance() { step(values.data(), n); }
  void advance(int steps) {
    for (int k = 0; k < steps; k++)
      advance();
  }
  double total() const { return sum(values.data(), n); }
};

static double of_elements(int n, int steps) {
  Field f(n);
  for (int k = 0; k < steps; k++) {
    f.advance();
    f[k] += 2;
  }
  return f;
}

static double of_operators(int n, int steps) {
  Field f(n);
  double all = 0;
  for (int k = 0; k < steps; k++) {
    ++f;
    all += f;
  }
  for (int k = 0; k < steps; k++) {
    ++f;
    f += 1;
  }
  f.advance(steps);
  return all + f.total();
}

// Copies have storage of their own, references have not.
static double of_copies(int n, int steps) {
  Field f(n), g = f;
  const Field &same = f;
  for (int k = 0; k < steps; k++) {
    f.advance();
    g[k] += same[k];
  }
  g = f;
  for (int k = 0; k < steps; k++) {
    f.advance();
    g[k] += 1;
  }
  std::swap(f, g);
  for (int k = 0; k < steps; k++) {
    f.advance();
    g[k] += 1;
  }
  f = std::move(g);
  f.advance(steps);
  return f.total();
}

static double by_value(Field f, int steps) {
  f.advance(steps);
  f[0] += 1;
  return f.total();
}

static double of_values(int n, int steps) {
  Field f(n);
  double all = 0;
  for (int k = 0; k < steps; k++) {
    f.advance();
    all += by_value(f, 2);
  }
  return all + f.total();
}

// Members of the class, and of no object.
struct Shared {
  static double *a;
  static int n;
  static void advance() { step(a, n); }
  static double &element(int i) { return a[i]; }
};
double *Shared::a;
int Shared::n;

static double of_the_class(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a);
  FILL(a, n);
  Shared::a = a;
  Shared::n = n;
  for (int k = 0; k < steps; k++)
    Shared::advance();
  for (int k = 0; k < steps; k++) {
    step(a, n);
    Shared::element(k) += 1;
  }
  double all = sum(a, n);
  free(a);
  return all;
}

// One object leads to another of its class.
struct Node {
  std::vector<double> values;
  Node *next;
  Node(int n) : values(n, 1.0), next(nullptr) {}
  void advance() { step(values.data(), (int)values.size()); }
  void pass(int steps) {
    for (int k = 0; k < steps; k++) {
      advance();
      next->values[k] += 1;
    }
  }
  void run(int steps) {
    double *a = values.data();
    const int n = (int)values.size();
    for (int k = 0; k < steps; k++)
      step(a, n);
  }
};

static double of_nodes(int n, int steps) {
  Node a(n), b(n);
  a.next = &b;
  b.next = &b;
  a.pass(steps);
  b.pass(steps);
  a.run(steps);
  return sum(a.values.data(), n) + sum(b.values.data(), n);
}

// A template of a class.
template <typename T> struct Buffer {
  std::vector<T> now, next;
  explicit Buffer(int n) : now(n), next(n) {
    for (int i = 0; i < n; i++)
      now[i] = i % 4;
  }
  void advance() {
    const int n = (int)now.size();
    const T *in = now.data();
    T *out = next.data();
    #pragma omp target teams distribute parallel for map(to: in[0:n]) map(from: out[0:n])
    for (int i = 0; i < n; i++)
      out[i] = in[i] + i % 3;
    std::swap(now, next);
  }
};

static double of_templates(int n, int steps) {
  Buffer<double> b(n);
  Buffer<float> c(n);
  for (int k = 0; k < steps; k++) {
    b.advance();
    c.advance();
  }
  return sum(b.now.data(), n) + c.now[n - 1];
}

int main() {
  for (int steps = 0; steps < 4; steps++) {
    printf("%g %g\n", of_bases(N, steps), of_shapes(N, steps));
    printf("%g %g\n", of_elements(N, steps), of_operators(N, steps));
    printf("%g %g\n", of_copies(N, steps), of_values(N, steps));
    printf("%g %g %g\n", of_the_class(N, steps), of_nodes(N, steps), of_templates(N, steps));
  }
  return 0;
}
