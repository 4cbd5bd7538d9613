/* warpcc-transfers: on
   Columns and members in C++: elements of classes, of unsigned lengths, of devices that are named, and behind conditions. */
#include "../check.h"
enum { SMALL = 10, LARGE = 210 };

struct Named {
  long id;
};

struct Cell : Named {
  double value, rate;
  float weight;
  double history[50];
};

static double sum(const double *a, size_t n) {
  double all = 0;
  for (size_t i = 0; i < n; i++)
    all += a[i] * double(i % 7 + 1);
  return all;
}

// Lengths without a sign.
static double without_sign(size_t rows, size_t columns, int steps) {
  auto *u = static_cast<double *>(malloc(rows * columns * sizeof(double)));
  double all = 0;
  FILL(u, rows * columns);
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:rows * columns]) //~ plan=none
    for (size_t i = 0; i < rows * columns; i++)
      u[i] = u[i] / 2 + double(i % 3);
    for (size_t i = 0; i < rows; i++)
      all += u[i * columns + 1];
  }
  all += sum(u, rows * columns);
  free(u);
  return all;
}

// A member, and one of the base, which has no name in the text.
static double classes(int n, int steps) {
  auto *cells = static_cast<Cell *>(malloc(n * sizeof(Cell)));
  auto *others = static_cast<Cell *>(malloc(n * sizeof(Cell)));
  double all = 0;
  for (int i = 0; i < n; i++) {
    cells[i].id = others[i].id = i;
    cells[i].value = others[i].value = i % 5;
    cells[i].rate = others[i].rate = 1;
    cells[i].weight = others[i].weight = 2;
  }
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: cells[0:n])
    for (int i = 0; i < n; i++)
      cells[i].value = cells[i].value / 2 + cells[i].rate;
    for (int i = 0; i < n; i++) {
      Cell &own = cells[i];
      all += own.value;
      own.rate = t;
    }
    #pragma omp target teams distribute parallel for map(tofrom: others[0:n])
    for (int i = 0; i < n; i++)
      others[i].id++;
    for (int i = 0; i < n; i++)
      all += double(others[i].id);
  }
  free(cells);
  free(others);
  return all;
}

// The device is named.
static double on_device(int n, int steps) {
  auto *u = static_cast<float *>(malloc(n * n * sizeof(float)));
  double all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      u[i * n] = float(t);
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n]) device(0)
    for (int i = 0; i < n * n; i++)
      u[i] = u[i] / 2 + float(i % 3);
    for (int i = 0; i < n; i++)
      all += u[i * n + n - 1];
  }
  for (int i = 0; i < n * n; i++)
    all += u[i];
  free(u);
  return all;
}

// The host leaves its loop: what it may have written must have come to it before.
static double leaves(int n, int steps) {
  auto *u = static_cast<double *>(malloc(n * n * sizeof(double)));
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n])
    for (int i = 0; i < n * n; i++)
      u[i] = u[i] / 2 + i % 3;
    for (int i = 0; i < n; i++) {
      if (u[i * n + 1] > 2)
        break;
      u[i * n] = t + i;
    }
  }
  double all = sum(u, n * n);
  free(u);
  return all;
}

// Some of a column, by conditions, and in both directions.
static double some(int n, int steps) {
  auto *u = static_cast<double *>(malloc(n * n * sizeof(double)));
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    for (int i = n - 1; i >= 0; i--)
      if (i % 3 == t % 3)
        u[i * n + n - 1] = t;
    for (int i = 0; i < n; i += 2)
      u[i * n] = -t;
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n])
    for (int i = 0; i < n * n; i++)
      u[i] = u[i] / 2 + i % 3;
  }
  double all = sum(u, n * n);
  free(u);
  return all;
}

// A loop that is not counted, around two arrays.
static double converges(int n, double limit) {
  auto *u = static_cast<double *>(malloc(n * n * sizeof(double)));
  auto *v = static_cast<double *>(malloc(n * n * sizeof(double)));
  FILL(u, n * n);
  FILL(v, n * n);
  double error = 100;
  int steps = 0;
  while (error > limit && steps < 9) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n], v[0:n * n])
    for (int i = 0; i < n * n; i++) {
      u[i] = u[i] / 2 + i % 3;
      v[i] = v[i] / 4 + i % 5;
    }
    error = 0;
    for (int i = 0; i < n; i++)
      error += u[i * n + 3] - v[i * n + 4] / 2;
    steps++;
  }
  double all = sum(u, n * n) + sum(v, n * n) + steps;
  free(u);
  free(v);
  return all;
}

// What is on the device in an inner loop.
static double inner(int n, int steps) {
  auto *u = static_cast<double *>(malloc(n * n * sizeof(double)));
  double all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    all += sum(u, n * n);
    for (int k = 0; k < 3; k++) {
      #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n])
      for (int i = 0; i < n * n; i++)
        u[i] = u[i] / 2 + i % 3;
      for (int i = 0; i < n; i++)
        u[i * n] = u[i * n + n - 2];
    }
  }
  free(u);
  return all;
}

int main() {
  for (int large = 0; large < 2; large++) {
    int n = large ? LARGE : SMALL;
    for (int steps = 0; steps < 6; steps += steps ? 4 : 1) {
      printf("%g %g %g\n", without_sign(n, n + 1, steps), classes(6 * n, steps), on_device(2 * n, steps));
      printf("%g %g\n", leaves(n, steps), some(n, steps));
      printf("%g %g\n", converges(n, large), inner(n, steps));
    }
  }
  return 0;
}
