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
#line 28
  { __typeof__(u[0]) *const warpcc_packed_u = (1 < steps) && (long)rows > 0 && (long)columns > 0 && (long)columns > 1 && (long)8 * (long)rows * (long)columns > (long)116 * (long)rows + 250000 ? (__typeof__(u[0]) *)__builtin_malloc(((long)rows) * sizeof(u[0])) : 0;
#line 28
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)rows]) if(warpcc_packed_u != 0)
#line 28
  #pragma omp target data map(tofrom: u[0:(long)rows * columns]) if(warpcc_packed_u != 0)
#line 28
  #pragma omp target data map(to: u[0:(long)rows * columns]) if(warpcc_packed_u == 0 && (0 < steps))
#line 28
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:rows * columns]) //~ plan=none
    for (size_t i = 0; i < rows * columns; i++)
      u[i] = u[i] / 2 + double(i % 3);
#line 32
    if (warpcc_packed_u) {
#line 28
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)rows * columns], warpcc_packed_u[0:(long)rows])
#line 28
      for (long warpcc_k = 0; warpcc_k < (long)rows; warpcc_k++)
#line 28
        warpcc_packed_u[warpcc_k] = u[warpcc_k * ((long)columns) + 1];
#line 32
      #pragma omp target update from(warpcc_packed_u[0:(long)rows])
#line 32
      for (long warpcc_k = 0; warpcc_k < (long)rows; warpcc_k++)
#line 32
        u[warpcc_k * ((long)columns) + 1] = warpcc_packed_u[warpcc_k];
#line 32
    } else {
#line 32
      #pragma omp target update from(u[0:(long)rows * columns])
#line 32
    }
#line 32
    for (size_t i = 0; i < rows; i++)
      all += u[i * columns + 1];
  }
#line 28
  __builtin_free(warpcc_packed_u);
#line 34
  }
#line 35
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
#line 51
  { __typeof__(others[0].id) *const warpcc_packed_others = (0 < steps) && n > 0 && (long)316 * n > 250000 ? (__typeof__(others[0].id) *)__builtin_malloc((n) * sizeof(others[0].id)) : 0;
#line 51
  #pragma omp target data map(alloc: warpcc_packed_others[0:n]) if(warpcc_packed_others != 0)
#line 51
  #pragma omp target data map(to: others[0:n]) if(0 < steps)
#line 51
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
#line 63
    if (warpcc_packed_others) {
#line 51
      #pragma omp target teams distribute parallel for map(alloc: others[0:n], warpcc_packed_others[0:n])
#line 51
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 51
        warpcc_packed_others[warpcc_k] = others[warpcc_k].id;
#line 63
      #pragma omp target update from(warpcc_packed_others[0:n])
#line 63
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 63
        others[warpcc_k].id = warpcc_packed_others[warpcc_k];
#line 63
    } else {
#line 63
      #pragma omp target update from(others[0:n])
#line 63
    }
#line 63
    for (int i = 0; i < n; i++)
      all += double(others[i].id);
  }
#line 51
  __builtin_free(warpcc_packed_others);
#line 65
  }
#line 66
  free(cells);
  free(others);
  return all;
}

// The device is named.
static double on_device(int n, int steps) {
  auto *u = static_cast<float *>(malloc(n * n * sizeof(float)));
  double all = 0;
  FILL(u, n * n);
#line 76
  { __typeof__(u[0]) *const warpcc_packed_u = (1 < steps) && n > 0 && (long)8 * n * n > (long)216 * n + 500000 ? (__typeof__(u[0]) *)__builtin_malloc(((long)2 * n) * sizeof(u[0])) : 0;
#line 76
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)2 * n]) device(0) if(warpcc_packed_u != 0)
#line 76
  #pragma omp target data map(tofrom: u[0:(long)n * n]) device(0) if(warpcc_packed_u != 0)
#line 76
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      u[i * n] = float(t);
#line 79
    if (warpcc_packed_u) {
#line 79
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 79
        warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 79
      #pragma omp target update to(warpcc_packed_u[0:n]) device(0)
#line 76
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n]) device(0)
#line 76
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 76
        u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 79
    }
#line 79
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n]) device(0)
    for (int i = 0; i < n * n; i++)
      u[i] = u[i] / 2 + float(i % 3);
#line 82
    if (warpcc_packed_u) {
#line 76
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n]) device(0)
#line 76
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 76
        warpcc_packed_u[warpcc_k] = u[warpcc_k * n + (n - 1)];
#line 82
      #pragma omp target update from(warpcc_packed_u[0:n]) device(0)
#line 82
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 82
        u[warpcc_k * n + (n - 1)] = warpcc_packed_u[warpcc_k];
#line 82
    }
#line 82
    for (int i = 0; i < n; i++)
      all += u[i * n + n - 1];
  }
#line 76
  __builtin_free(warpcc_packed_u);
#line 84
  }
#line 85
  for (int i = 0; i < n * n; i++)
    all += u[i];
  free(u);
  return all;
}

// The host leaves its loop: what it may have written must have come to it before.
static double leaves(int n, int steps) {
  auto *u = static_cast<double *>(malloc(n * n * sizeof(double)));
  FILL(u, n * n);
#line 95
  { __typeof__(u[0]) *const warpcc_packed_u = (2 < steps) && n > 0 && n > 1 && (long)16 * n * n > (long)464 * n + 750000 ? (__typeof__(u[0]) *)__builtin_malloc(((long)2 * n) * sizeof(u[0])) : 0;
#line 95
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)2 * n]) if(warpcc_packed_u != 0)
#line 95
  #pragma omp target data map(tofrom: u[0:(long)n * n]) if(warpcc_packed_u != 0)
#line 95
  {
#line 95
  for (int t = 0; t < steps; t++) {
#line 96
    if (warpcc_packed_u) {
#line 96
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 96
        warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 96
      #pragma omp target update to(warpcc_packed_u[0:n])
#line 95
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n])
#line 95
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 95
        u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 96
    }
#line 96
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n])
    for (int i = 0; i < n * n; i++)
      u[i] = u[i] / 2 + i % 3;
#line 99
    if (warpcc_packed_u) {
#line 95
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:(long)2 * n])
#line 95
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 95
        if (warpcc_k < n) warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 95
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - n) * n + 1];
#line 99
      #pragma omp target update from(warpcc_packed_u[0:(long)2 * n])
#line 99
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 99
        if (warpcc_k < n) u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 99
        else u[(warpcc_k - n) * n + 1] = warpcc_packed_u[warpcc_k];
#line 99
    }
#line 99
    for (int i = 0; i < n; i++) {
      if (u[i * n + 1] > 2)
        break;
      u[i * n] = t + i;
    }
  }
#line 95
  if (warpcc_packed_u) {
#line 95
    for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 95
      warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 95
    #pragma omp target update to(warpcc_packed_u[0:n])
#line 95
    #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n])
#line 95
    for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 95
      u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 95
  }
#line 104
  }
#line 95
  __builtin_free(warpcc_packed_u);
#line 104
  }
#line 105
  double all = sum(u, n * n);
  free(u);
  return all;
}

// Some of a column, by conditions, and in both directions.
static double some(int n, int steps) {
  auto *u = static_cast<double *>(malloc(n * n * sizeof(double)));
  FILL(u, n * n);
#line 114
  { __typeof__(u[0]) *const warpcc_packed_u = (1 < steps) && n > 0 && (long)16 * n * n > (long)464 * n + 500000 ? (__typeof__(u[0]) *)__builtin_malloc(((long)2 * n) * sizeof(u[0])) : 0;
#line 114
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)2 * n]) if(warpcc_packed_u != 0)
#line 114
  #pragma omp target data map(tofrom: u[0:(long)n * n]) if(warpcc_packed_u != 0)
#line 114
  for (int t = 0; t < steps; t++) {
    for (int i = n - 1; i >= 0; i--)
      if (i % 3 == t % 3)
        u[i * n + n - 1] = t;
    for (int i = 0; i < n; i += 2)
      u[i * n] = -t;
#line 120
    if (warpcc_packed_u) {
#line 120
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 120
        if (warpcc_k < n) warpcc_packed_u[warpcc_k] = u[warpcc_k * n + (n - 1)];
#line 120
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - n) * n];
#line 120
      #pragma omp target update to(warpcc_packed_u[0:(long)2 * n])
#line 114
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:(long)2 * n])
#line 114
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 114
        if (warpcc_k < n) u[warpcc_k * n + (n - 1)] = warpcc_packed_u[warpcc_k];
#line 114
        else u[(warpcc_k - n) * n] = warpcc_packed_u[warpcc_k];
#line 120
    }
#line 120
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n])
    for (int i = 0; i < n * n; i++)
      u[i] = u[i] / 2 + i % 3;
#line 120
    if (warpcc_packed_u) {
#line 114
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:(long)2 * n])
#line 114
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 114
        if (warpcc_k < n) warpcc_packed_u[warpcc_k] = u[warpcc_k * n + (n - 1)];
#line 114
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - n) * n];
#line 120
      #pragma omp target update from(warpcc_packed_u[0:(long)2 * n])
#line 120
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 120
        if (warpcc_k < n) u[warpcc_k * n + (n - 1)] = warpcc_packed_u[warpcc_k];
#line 120
        else u[(warpcc_k - n) * n] = warpcc_packed_u[warpcc_k];
#line 120
    }
#line 123
  }
#line 114
  __builtin_free(warpcc_packed_u);
#line 123
  }
#line 124
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
#line 137
  {
#line 137
  const int warpcc_runs = (error > limit && steps < 9) ? 1 : 0;
#line 137
  __typeof__(u[0]) *const warpcc_packed_u = (error > limit && steps < 9) && n > 0 && n > 3 && (long)8 * n * n > (long)116 * n + 250000 ? (__typeof__(u[0]) *)__builtin_malloc((n) * sizeof(u[0])) : 0;
#line 137
  __typeof__(v[0]) *const warpcc_packed_v = (error > limit && steps < 9) && n > 0 && n > 4 && (long)8 * n * n > (long)116 * n + 250000 ? (__typeof__(v[0]) *)__builtin_malloc((n) * sizeof(v[0])) : 0;
#line 137
  #pragma omp target data map(alloc: warpcc_packed_u[0:n]) if(warpcc_packed_u != 0)
#line 137
  #pragma omp target data map(tofrom: u[0:(long)n * n]) if(warpcc_packed_u != 0)
#line 137
  #pragma omp target data map(to: u[0:(long)n * n]) if(warpcc_packed_u == 0 && (warpcc_runs))
#line 137
  #pragma omp target data map(alloc: warpcc_packed_v[0:n]) if(warpcc_packed_v != 0)
#line 137
  #pragma omp target data map(tofrom: v[0:(long)n * n]) if(warpcc_packed_v != 0)
#line 137
  #pragma omp target data map(to: v[0:(long)n * n]) if(warpcc_packed_v == 0 && (warpcc_runs))
#line 137
  while (error > limit && steps < 9) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n], v[0:n * n])
    for (int i = 0; i < n * n; i++) {
      u[i] = u[i] / 2 + i % 3;
      v[i] = v[i] / 4 + i % 5;
    }
    error = 0;
#line 144
    if (warpcc_packed_u) {
#line 137
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n])
#line 137
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 137
        warpcc_packed_u[warpcc_k] = u[warpcc_k * n + 3];
#line 144
      #pragma omp target update from(warpcc_packed_u[0:n])
#line 144
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 144
        u[warpcc_k * n + 3] = warpcc_packed_u[warpcc_k];
#line 144
    } else {
#line 144
      #pragma omp target update from(u[0:(long)n * n])
#line 144
    }
#line 144
    if (warpcc_packed_v) {
#line 137
      #pragma omp target teams distribute parallel for map(alloc: v[0:(long)n * n], warpcc_packed_v[0:n])
#line 137
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 137
        warpcc_packed_v[warpcc_k] = v[warpcc_k * n + 4];
#line 144
      #pragma omp target update from(warpcc_packed_v[0:n])
#line 144
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 144
        v[warpcc_k * n + 4] = warpcc_packed_v[warpcc_k];
#line 144
    } else {
#line 144
      #pragma omp target update from(v[0:(long)n * n])
#line 144
    }
#line 144
    for (int i = 0; i < n; i++)
      error += u[i * n + 3] - v[i * n + 4] / 2;
    steps++;
  }
#line 137
  __builtin_free(warpcc_packed_u);
#line 137
  __builtin_free(warpcc_packed_v);
#line 147
  }
#line 148
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
#line 159
  #pragma omp target data map(alloc: u[0:(long)n * n]) if(0 < steps)
#line 159
  for (int t = 0; t < steps; t++) {
    all += sum(u, n * n);
    for (int k = 0; k < 3; k++) {
#line 162
      #pragma omp target update to(u[0:(long)n * n])
#line 162
      #pragma omp target teams distribute parallel for map(tofrom: u[0:n * n])
      for (int i = 0; i < n * n; i++)
        u[i] = u[i] / 2 + i % 3;
#line 165
      #pragma omp target update from(u[0:(long)n * n])
#line 165
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
