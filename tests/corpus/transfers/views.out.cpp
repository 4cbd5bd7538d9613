// warpcc-transfers: on
// Structures that regions declare: views of what they map, whose members lead to it.
#include "../check.h"
enum { M = 24, N = 32 };

template <typename T> class View {
  T *data;
  int columns;

public:
  View(T *own, int n) : data(own), columns(n) {}
  T &operator()(int i, int j) const { return data[i * columns + j]; }
};

static void smooth(double *next, const double *now, int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: next[0:n * n]) map(to: now[0:n * n]) //~ plan=collapse(2)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      View<const double> u(now, n);
      View<double> v(next, n);
      v(i, j) = 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1));
    }
}

static double sum(const double *a, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    all += a[i] * (1 + i % 3);
  return all;
}

// What the views lead to stays on the device.
static double of_views(int n, int steps) {
  double *u = (double *)malloc(n * n * sizeof *u), *v = (double *)malloc(n * n * sizeof *v);
  FILL(u, n * n);
  FILL(v, n * n);
#line 37
  #pragma omp target data map(tofrom: u[0:(long)n * n], v[0:(long)n * n]) if(0 < steps)
#line 37
  for (int k = 0; k < steps; k++) {
    smooth(v, u, n);
    smooth(u, v, n);
  }
  double all = sum(u, n * n) + sum(v, n * n);
  free(u);
  free(v);
  return all;
}

// The host writes what a view leads to.
static double of_written(int n, int steps) {
  double *u = (double *)malloc(n * n * sizeof *u), *v = (double *)malloc(n * n * sizeof *v);
  FILL(u, n * n);
  FILL(v, n * n);
#line 52
  #pragma omp target data map(to: u[0:(long)n * n]) if(1 < steps && (long)n * n > 1)
#line 52
  #pragma omp target data map(tofrom: v[0:(long)n * n]) if(0 < steps)
#line 52
  for (int k = 0; k < steps; k++) {
#line 53
    #pragma omp target update to(u[n + 1:1])
#line 53
    smooth(v, u, n);
    smooth(u, v, n);
#line 55
    #pragma omp target update from(u[0:(long)n * n])
#line 55
    u[n + 1] += k;
  }
  double all = sum(u, n * n) + sum(v, n * n);
  free(u);
  free(v);
  return all;
}

struct Pair {
  double *first;
  double *second;
  int n;
};

// A member leads to one of two arrays.
static double of_either(int n, int steps) {
  double *u = (double *)malloc(n * sizeof *u), *v = (double *)malloc(n * sizeof *v);
  FILL(u, n);
  FILL(v, n);
#line 74
  #pragma omp target data map(tofrom: u[0:n]) if(1 < steps && n > 1)
#line 74
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n], v[0:n]) //~ plan=none
    for (int i = 0; i < n; i++) {
      Pair own;
      own.n = n;
      own.first = i % 2 ? u : v;
      own.second = own.first + 1 - 1;
      own.second[i] += own.n + i;
    }
#line 83
    #pragma omp target update from(u[k + 1:1])
#line 83
    v[k] = u[k + 1];
  }
  double all = sum(u, n) + sum(v, n);
  free(u);
  free(v);
  return all;
}

// A structure is copied as a whole: what its members lead to is not followed.
static double of_copies(int n, int steps) {
  double *u = (double *)malloc(n * sizeof *u), *v = (double *)malloc(n * sizeof *v);
  FILL(u, n);
  FILL(v, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n], v[0:n]) //~ plan=none
    for (int i = 0; i < n; i++) {
      Pair own, other;
      own.n = n;
      own.first = u;
      own.second = v;
      other = own;
      other.second[i] += other.first[i] + i;
    }
    u[k] += v[k];
  }
  double all = sum(u, n) + sum(v, n);
  free(u);
  free(v);
  return all;
}

// A function changes a member of a structure whose address it gets.
static void lead(Pair *own, double *to) { own->first = to; }

static double of_addresses(int n, int steps) {
  double *u = (double *)malloc(n * sizeof *u), *v = (double *)malloc(n * sizeof *v);
  FILL(u, n);
  FILL(v, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n], v[0:n]) //~ plan=none
    for (int i = 0; i < n; i++) {
      Pair own;
      own.first = u;
      lead(&own, v);
      own.first[i] += i;
    }
    v[k] += u[k];
  }
  double all = sum(u, n) + sum(v, n);
  free(u);
  free(v);
  return all;
}

// Lists that give arrays by their names.
struct Rows {
  double *own;
  int n;
  void put(int at) { own[at] += 3; }
};

static double of_lists(int steps) {
  double a[N], b[N], c[N], all = 0;
  FILL(a, N);
  FILL(b, N);
  FILL(c, N);
  Rows rows = {a, N}, other{b, N};
  double *both[2] = {b, c};
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a, b, c) //~ plan=none
    for (int i = 0; i < N; i++) {
      a[i] = a[i] / 2 + k;
      b[i] += a[i];
      c[i] -= a[i];
    }
    all += rows.own[3];
    rows.own[4] = k;
    other.put(k);
    both[k % 2][5] += 2;
  }
  return all + sum(a, N) + sum(b, N) + sum(c, N);
}

int main() {
  for (int steps = 0; steps < 4; steps++) {
    printf("%.10g %.10g\n", of_views(M, steps), of_written(M, steps));
    printf("%.10g %.10g %.10g\n", of_either(N, steps), of_copies(N, steps), of_addresses(N, steps));
    printf("%.10g\n", of_lists(steps));
  }
  return 0;
}
