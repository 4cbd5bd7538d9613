// warpcc-transfers: on
// Vectors: what they keep stays while nothing may resize, exchange or read it.
#include "../check.h"
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>
enum { N = 70 };

static void half(double *out, const double *in, int n) {
  #pragma omp target teams distribute parallel for map(from: out[0:n]) map(to: in[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    out[i] = in[i] / 2 + (i ? in[i - 1] : 1);
}

template <typename T> void add(T *x, T y, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
  for (int i = 0; i < n; i++)
    x[i] += y + i;
}

static double sum(const std::vector<double> &v) {
  double all = 0;
  for (size_t i = 0; i < v.size(); i++)
    all += v[i] * (1 + i % 3);
  return all;
}

static double by_pointer(int n, int steps) {
  std::vector<double> u(n), v(n, 1.0);
  for (int i = 0; i < n; i++)
    u[i] = i % 7;
  double *p = u.data(), *q = &v[0];
#line 34
  #pragma omp target data map(tofrom: p[0:n]) map(from: q[0:n]) if(0 < steps)
#line 34
  for (int k = 0; k < steps; k++) {
    half(q, p, n);
    half(p, q, n);
  }
  return sum(u) + sum(v);
}

static double by_data(int n, int steps) {
  std::vector<double> u(n, 2.0), v(n);
#line 43
  {
#line 43
  __typeof__(v.data()) warpcc_v = v.data();
#line 43
  __typeof__(u.data()) warpcc_u = u.data();
#line 43
  #pragma omp target data map(to: warpcc_u[0:n]) map(from: warpcc_v[0:n]) if(0 < steps)
#line 43
  for (int k = 0; k < steps; k++)
    half(v.data(), u.data(), n);
#line 44
  }
#line 45
  return sum(u) + sum(v);
}

static double of_a_template(int n, int steps) {
  std::vector<float> a(n);
  std::fill(a.begin(), a.end(), 2.0f);
  float *p = a.data();
#line 52
  #pragma omp target data map(tofrom: p[0:n]) if(0 < steps)
#line 52
  for (int k = 0; k < steps; k++)
    add(p, 1.0f, n);
  double all = 0;
  for (float x : a)
    all += x;
  return all;
}

static double exchanged(int n, int steps) {
  std::vector<double> u(n), v(n);
  std::iota(u.begin(), u.end(), 0.0);
#line 63
  {
#line 63
  __typeof__(u.data()) warpcc_u = u.data();
#line 63
  __typeof__(v.data()) warpcc_v = v.data();
#line 63
  #pragma omp target data map(tofrom: warpcc_u[0:n], warpcc_v[0:n]) if(1 < steps)
#line 63
  for (int k = 0; k < steps; k++) {
    half(v.data(), u.data(), n);
    std::swap(u, v);
  }
#line 66
  }
#line 67
  return sum(u) + 2 * sum(v);
}

static double exchanged_by_method(int n, int steps) {
  std::vector<double> u(n, 3.0), v(n);
#line 72
  {
#line 72
  __typeof__(u.data()) warpcc_u = u.data();
#line 72
  __typeof__(v.data()) warpcc_v = v.data();
#line 72
  #pragma omp target data map(tofrom: warpcc_u[0:n], warpcc_v[0:n]) if(1 < steps)
#line 72
  for (int k = 0; k < steps; k++) {
    half(v.data(), u.data(), n);
    u.swap(v);
  }
#line 75
  }
#line 76
  return sum(u) + 2 * sum(v);
}

// The host reads an element in each step.
static double read(int n, int steps) {
  std::vector<double> u(n, 3.0);
  double all = 0, *p = u.data();
#line 83
  #pragma omp target data map(tofrom: p[0:n]) if(1 < steps && n > 1)
#line 83
  for (int k = 0; k < steps; k++) {
    add(p, 1.0, n);
#line 85
    #pragma omp target update from(p[k:1])
#line 85
    all += u[k];
  }
  return all + sum(u);
}

// The vector gets other storage.
static double resized(int n, int steps) {
  std::vector<double> u(n, 3.0);
  for (int k = 0; k < steps; k++) {
    add(u.data(), 1.0, n);
    u.push_back(k);
  }
  return sum(u);
}

static double copied(int n, int steps) {
  std::vector<double> u(n, 3.0), v(n);
  for (int k = 0; k < steps; k++) {
    add(u.data(), 1.0, n);
    v = u;
  }
  std::vector<double> w(u);
  return sum(u) + sum(v) + sum(w);
}

// What was moved away is in the other.
static double moved(int n, int steps) {
  std::vector<double> u(n, 3.0), v;
  double *p = u.data();
  v = std::move(u);
  for (int k = 0; k < steps; k++) {
    add(p, 1.0, n);
    v[0] += 1;
  }
  return sum(v);
}

// A function that is not seen keeps the vector's address.
static std::vector<double> *known;
static void keep(std::vector<double> &v) { known = &v; }
static void change(int k) { (*known)[k] = k; }

static double kept(int n, int steps) {
  std::vector<double> u(n, 3.0);
  keep(u);
  double *p = u.data();
  for (int k = 0; k < steps; k++) {
    add(p, 1.0, n);
    change(k);
  }
  return sum(u);
}

static double sorted(int n, int steps) {
  std::vector<double> u(n, 3.0);
  double *p = u.data();
  for (int k = 0; k < steps; k++) {
    add(p, -1.0, n);
    std::sort(u.begin(), u.end());
    std::reverse(u.begin(), u.end());
  }
  return sum(u) + std::accumulate(u.begin(), u.end(), 0.0);
}

// Vectors of pointers: a copy leads to the same arrays.
static double of_pointers(int n, int steps) {
  double *a = (double *)malloc(n * sizeof *a), *b = (double *)malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  std::vector<double *> v(2);
  v[0] = a;
  v[1] = b;
  std::vector<double *> w = v;
  for (int k = 0; k < steps; k++) {
    add(a, 1.0, n);
    w[0][k] += 2;
  }
  for (int k = 0; k < steps; k++) {
    add(w[1], 1.0, n);
    b[k] += 2;
  }
  double all = a[0] + 2 * a[2] + b[1] + 2 * b[2] + a[n - 1];
  free(a);
  free(b);
  return all;
}

struct Block {
  int n;
  double *values;
};

static double of_structures(int n, int steps) {
  Block b;
  b.n = n;
  b.values = (double *)malloc(n * sizeof(double));
  FILL(b.values, n);
  std::vector<Block> blocks(3, b);
  for (int k = 0; k < steps; k++) {
    add(b.values, 1.0, n);
    blocks[1].values[k] += 2;
  }
  double all = b.values[1] + 2 * b.values[2] + b.values[n - 1];
  free(b.values);
  return all;
}

// The caller's vectors may be one.
static void of_references(std::vector<double> &u, std::vector<double> &v, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    add(u.data(), 1.0, n);
    v[k] += 1;
  }
}

static void of_a_reference(std::vector<double> &u, int n, int steps) {
#line 201
  {
#line 201
  __typeof__(u.data()) warpcc_u = u.data();
#line 201
  #pragma omp target data map(tofrom: warpcc_u[0:n]) if(0 < steps)
#line 201
  for (int k = 0; k < steps; k++)
    add(u.data(), 1.0, n);
#line 202
  }
#line 203
}

int main() {
  for (int steps = 0; steps < 4; steps++) {
    printf("%g %g %g\n", by_pointer(N, steps), by_data(N, steps), of_a_template(N, steps));
    printf("%g %g %g\n", exchanged(N, steps), exchanged_by_method(N, steps), read(N, steps));
    printf("%g %g %g\n", resized(N, steps), copied(N, steps), moved(N, steps));
    printf("%g %g\n", kept(N, steps), sorted(N, steps));
    printf("%g %g\n", of_pointers(N, steps), of_structures(N, steps));
    std::vector<double> u(N, 1.0), v(N, 2.0);
    of_references(u, v, N, steps);
    of_references(u, u, N, steps);
    of_a_reference(u, N, steps);
    printf("%g %g\n", sum(u), sum(v));
  }
  return 0;
}
