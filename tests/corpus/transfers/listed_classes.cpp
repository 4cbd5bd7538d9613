/* warpcc-transfers: on
   Lists of numbers in C++: lengths without a sign, numbers of a type of its own, members of classes, and a device that is named. */
#include "../check.h"
enum { LARGE = 60000, MOST = 70 };
enum Node : int { first_node = 3 };

struct Cell {
  double value, rate;
  double history[10];
};

static double sum(const double *a, size_t n) {
  double all = 0;
  for (size_t i = 0; i < n; i++)
    all += a[i] * double(i % 7 + 1);
  return all;
}

// Numbers and lengths without a sign.
static double without_sign(const size_t *__restrict at, size_t m, size_t n, int steps) {
  auto *u = static_cast<double *>(malloc(n * sizeof(double)));
  double all = 0;
  FILL(u, n);
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n]) //~ plan=none
    for (size_t i = 0; i < n; i++)
      u[i] = u[i] / 2 + double(i % 3);
    for (size_t i = 0; i < m; i++)
      all += u[at[i]];
    for (size_t i = 0; i < m; ++i)
      u[at[i]] = t;
  }
  all += sum(u, n);
  free(u);
  return all;
}

// Members of classes, by a constant list.
static double classes(int n, int steps) {
  static const int at[] = {3, 5, 800, 900, 3, 1};
  auto *cells = static_cast<Cell *>(malloc(n * sizeof(Cell)));
  double all = 0;
  for (int i = 0; i < n; i++)
    cells[i].value = cells[i].rate = i % 5;
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: cells[0:n])
    for (int i = 0; i < n; i++)
      cells[i].value = cells[i].value / 2 + cells[i].rate;
    for (int i = 0; i < 6; i++) {
      const int own = at[i];
      all += cells[own].value;
    }
  }
  free(cells);
  return all;
}

// The device is named, the numbers have a type of their own.
static double on_device(const Node *nodes, int m, int n, int steps) {
  auto *u = static_cast<float *>(malloc(n * sizeof(float)));
  double all = 0;
  FILL(u, n);
  int t = 0;
  do {
    for (int i = 0; i < m; i++)
      u[nodes[i] * 2] = float(t);
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n]) device(0)
    for (int i = 0; i < n; i++)
      u[i] = u[i] / 2 + float(i % 3);
    for (int i = 0; i < m; i++)
      all += u[nodes[i] + 1];
  } while (++t < steps);
  for (int i = 0; i < n; i++)
    all += u[i];
  free(u);
  return all;
}

// Two arrays, by one list.
static double both(const int *at, int m, int n, double limit) {
  auto *u = static_cast<double *>(malloc(n * sizeof(double)));
  auto *v = static_cast<double *>(malloc(n * sizeof(double)));
  FILL(u, n);
  FILL(v, n);
  double error = 100;
  int steps = 0;
  while (error > limit && steps < 9) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n], v[0:n])
    for (int i = 0; i < n; i++) {
      u[i] = u[i] / 2 + i % 3;
      v[i] = v[i] / 4 + i % 5;
    }
    error = 0;
    for (int i = 0; i < m; i++)
      error += u[at[i]] - v[at[i]] / 2;
    steps++;
  }
  double all = sum(u, n) + sum(v, n) + steps;
  free(u);
  free(v);
  return all;
}

int main() {
  size_t long_list[MOST];
  Node nodes[MOST];
  int at[MOST];
  for (int i = 0; i < MOST; i++) {
    long_list[i] = 11 * i;
    nodes[i] = Node(first_node + 4 * i);
    at[i] = i * 13 % 50;
  }
  for (int steps = 0; steps < 6; steps += steps ? 4 : 1) {
    printf("%g %g\n", without_sign(long_list, MOST, LARGE, steps), without_sign(long_list, 0, LARGE, steps));
    printf("%g %g\n", classes(LARGE / 12, steps), on_device(nodes, MOST, 2 * LARGE, steps));
    printf("%g\n", both(at, MOST, LARGE, steps));
  }
  return 0;
}
