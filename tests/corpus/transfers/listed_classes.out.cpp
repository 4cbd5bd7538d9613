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
#line 24
  {
#line 24
  __typeof__(at[0] + 0) *const warpcc_list_u = (2 < steps) && (long)m > 0 && (long)16 * (long)n > (long)464 * (long)m + 750000 ? (__typeof__(at[0] + 0) *)__builtin_malloc(((long)m) * sizeof(at[0] + 0)) : 0;
#line 24
  int warpcc_fits_u = warpcc_list_u != 0;
#line 24
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < (long)m; warpcc_k++) {
#line 24
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 24
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && (long)n > (long)warpcc_list_u[warpcc_k] && (warpcc_k == 0 || warpcc_list_u[warpcc_k] > warpcc_list_u[warpcc_k - 1]);
#line 24
  }
#line 24
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc(((long)m) * sizeof(u[0])) : 0;
#line 24
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)m]) map(to: warpcc_list_u[0:(long)m]) if(warpcc_packed_u != 0)
#line 24
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 24
  {
#line 24
  for (int t = 0; t < steps; t++) {
#line 25
    if (warpcc_packed_u) {
#line 25
      for (long warpcc_k = 0; warpcc_k < (long)m; warpcc_k++)
#line 25
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 25
      #pragma omp target update to(warpcc_packed_u[0:(long)m])
#line 24
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:(long)m], warpcc_list_u[0:(long)m])
#line 24
      for (long warpcc_k = 0; warpcc_k < (long)m; warpcc_k++)
#line 24
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 25
    }
#line 25
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n]) //~ plan=none
    for (size_t i = 0; i < n; i++)
      u[i] = u[i] / 2 + double(i % 3);
#line 28
    if (warpcc_packed_u) {
#line 24
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:(long)m], warpcc_list_u[0:(long)m])
#line 24
      for (long warpcc_k = 0; warpcc_k < (long)m; warpcc_k++)
#line 24
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 28
      #pragma omp target update from(warpcc_packed_u[0:(long)m])
#line 28
      for (long warpcc_k = 0; warpcc_k < (long)m; warpcc_k++)
#line 28
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 28
    }
#line 28
    for (size_t i = 0; i < m; i++)
      all += u[at[i]];
    for (size_t i = 0; i < m; ++i)
      u[at[i]] = t;
  }
#line 24
  if (warpcc_packed_u) {
#line 24
    for (long warpcc_k = 0; warpcc_k < (long)m; warpcc_k++)
#line 24
      warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 24
    #pragma omp target update to(warpcc_packed_u[0:(long)m])
#line 24
    #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:(long)m], warpcc_list_u[0:(long)m])
#line 24
    for (long warpcc_k = 0; warpcc_k < (long)m; warpcc_k++)
#line 24
      u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 24
  }
#line 32
  }
#line 24
  __builtin_free(warpcc_list_u);
#line 24
  __builtin_free(warpcc_packed_u);
#line 32
  }
#line 33
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
#line 45
  {
#line 45
  __typeof__(at[0] + 0) *const warpcc_list_cells = (0 < steps) && (long)96 * n > 251344 ? (__typeof__(at[0] + 0) *)__builtin_malloc((6) * sizeof(at[0] + 0)) : 0;
#line 45
  int warpcc_fits_cells = warpcc_list_cells != 0;
#line 45
  for (long warpcc_k = 0; warpcc_fits_cells && warpcc_k < 6; warpcc_k++) {
#line 45
    warpcc_list_cells[warpcc_k] = at[warpcc_k];
#line 45
    warpcc_fits_cells = (long)warpcc_list_cells[warpcc_k] >= 0 && n > (long)warpcc_list_cells[warpcc_k];
#line 45
  }
#line 45
  __typeof__(cells[0].value) *const warpcc_packed_cells = warpcc_fits_cells ? (__typeof__(cells[0].value) *)__builtin_malloc((6) * sizeof(cells[0].value)) : 0;
#line 45
  #pragma omp target data map(alloc: warpcc_packed_cells[0:6]) map(to: warpcc_list_cells[0:6]) if(warpcc_packed_cells != 0)
#line 45
  #pragma omp target data map(to: cells[0:n]) if(0 < steps)
#line 45
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: cells[0:n])
    for (int i = 0; i < n; i++)
      cells[i].value = cells[i].value / 2 + cells[i].rate;
#line 49
    if (warpcc_packed_cells) {
#line 45
      #pragma omp target teams distribute parallel for map(alloc: cells[0:n], warpcc_packed_cells[0:6], warpcc_list_cells[0:6])
#line 45
      for (long warpcc_k = 0; warpcc_k < 6; warpcc_k++)
#line 45
        warpcc_packed_cells[warpcc_k] = cells[(long)warpcc_list_cells[warpcc_k]].value;
#line 49
      #pragma omp target update from(warpcc_packed_cells[0:6])
#line 49
      for (long warpcc_k = 0; warpcc_k < 6; warpcc_k++)
#line 49
        cells[(long)warpcc_list_cells[warpcc_k]].value = warpcc_packed_cells[warpcc_k];
#line 49
    } else {
#line 49
      #pragma omp target update from(cells[0:n])
#line 49
    }
#line 49
    for (int i = 0; i < 6; i++) {
      const int own = at[i];
      all += cells[own].value;
    }
  }
#line 45
  __builtin_free(warpcc_list_cells);
#line 45
  __builtin_free(warpcc_packed_cells);
#line 53
  }
#line 54
  free(cells);
  return all;
}

// The device is named, the numbers have a type of their own.
static double on_device(const Node *nodes, int m, int n, int steps) {
  auto *u = static_cast<float *>(malloc(n * sizeof(float)));
  double all = 0;
  FILL(u, n);
  int t = 0;
#line 64
  {
#line 64
  __typeof__(nodes[0] + 0) *const warpcc_list_u = m > 0 && (long)8 * n > (long)324 * m + 500000 ? (__typeof__(nodes[0] + 0) *)__builtin_malloc((m) * sizeof(nodes[0] + 0)) : 0;
#line 64
  int warpcc_fits_u = warpcc_list_u != 0;
#line 64
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 64
    warpcc_list_u[warpcc_k] = nodes[warpcc_k];
#line 64
    warpcc_fits_u = (long)2 * (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)2 * (long)warpcc_list_u[warpcc_k] && (long)warpcc_list_u[warpcc_k] + 1 >= 0 && n > (long)warpcc_list_u[warpcc_k] + 1 && (warpcc_k == 0 || warpcc_list_u[warpcc_k] > warpcc_list_u[warpcc_k - 1]);
#line 64
  }
#line 64
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc(((long)2 * m) * sizeof(u[0])) : 0;
#line 64
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)2 * m]) map(to: warpcc_list_u[0:m]) device(0) if(warpcc_packed_u != 0)
#line 64
  #pragma omp target data map(tofrom: u[0:n]) device(0) if(warpcc_packed_u != 0)
#line 64
  do {
    for (int i = 0; i < m; i++)
      u[nodes[i] * 2] = float(t);
#line 67
    if (warpcc_packed_u) {
#line 67
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 67
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k] * 2];
#line 67
      #pragma omp target update to(warpcc_packed_u[0:m]) device(0)
#line 64
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m]) device(0)
#line 64
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 64
        u[(long)warpcc_list_u[warpcc_k] * 2] = warpcc_packed_u[warpcc_k];
#line 67
    }
#line 67
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n]) device(0)
    for (int i = 0; i < n; i++)
      u[i] = u[i] / 2 + float(i % 3);
#line 70
    if (warpcc_packed_u) {
#line 64
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m]) device(0)
#line 64
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 64
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k] + 1];
#line 70
      #pragma omp target update from(warpcc_packed_u[0:m]) device(0)
#line 70
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 70
        u[(long)warpcc_list_u[warpcc_k] + 1] = warpcc_packed_u[warpcc_k];
#line 70
    }
#line 70
    for (int i = 0; i < m; i++)
      all += u[nodes[i] + 1];
  } while (++t < steps);
#line 64
  __builtin_free(warpcc_list_u);
#line 64
  __builtin_free(warpcc_packed_u);
#line 72
  }
#line 73
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
#line 87
  {
#line 87
  const int warpcc_runs = (error > limit && steps < 9) ? 1 : 0;
#line 87
  __typeof__(at[0] + 0) *const warpcc_list_u = (error > limit && steps < 9) && m > 0 && (long)8 * n > (long)224 * m + 250000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 87
  int warpcc_fits_u = warpcc_list_u != 0;
#line 87
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 87
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 87
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k];
#line 87
  }
#line 87
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc((m) * sizeof(u[0])) : 0;
#line 87
  __typeof__(at[0] + 0) *const warpcc_list_v = (error > limit && steps < 9) && m > 0 && (long)8 * n > (long)224 * m + 250000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 87
  int warpcc_fits_v = warpcc_list_v != 0;
#line 87
  for (long warpcc_k = 0; warpcc_fits_v && warpcc_k < m; warpcc_k++) {
#line 87
    warpcc_list_v[warpcc_k] = at[warpcc_k];
#line 87
    warpcc_fits_v = (long)warpcc_list_v[warpcc_k] >= 0 && n > (long)warpcc_list_v[warpcc_k];
#line 87
  }
#line 87
  __typeof__(v[0]) *const warpcc_packed_v = warpcc_fits_v ? (__typeof__(v[0]) *)__builtin_malloc((m) * sizeof(v[0])) : 0;
#line 87
  #pragma omp target data map(alloc: warpcc_packed_u[0:m]) map(to: warpcc_list_u[0:m]) if(warpcc_packed_u != 0)
#line 87
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 87
  #pragma omp target data map(to: u[0:n]) if(warpcc_packed_u == 0 && (warpcc_runs))
#line 87
  #pragma omp target data map(alloc: warpcc_packed_v[0:m]) map(to: warpcc_list_v[0:m]) if(warpcc_packed_v != 0)
#line 87
  #pragma omp target data map(tofrom: v[0:n]) if(warpcc_packed_v != 0)
#line 87
  #pragma omp target data map(to: v[0:n]) if(warpcc_packed_v == 0 && (warpcc_runs))
#line 87
  while (error > limit && steps < 9) {
    #pragma omp target teams distribute parallel for map(tofrom: u[0:n], v[0:n])
    for (int i = 0; i < n; i++) {
      u[i] = u[i] / 2 + i % 3;
      v[i] = v[i] / 4 + i % 5;
    }
    error = 0;
#line 94
    if (warpcc_packed_u) {
#line 87
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 87
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 87
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 94
      #pragma omp target update from(warpcc_packed_u[0:m])
#line 94
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 94
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 94
    } else {
#line 94
      #pragma omp target update from(u[0:n])
#line 94
    }
#line 94
    if (warpcc_packed_v) {
#line 87
      #pragma omp target teams distribute parallel for map(alloc: v[0:n], warpcc_packed_v[0:m], warpcc_list_v[0:m])
#line 87
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 87
        warpcc_packed_v[warpcc_k] = v[(long)warpcc_list_v[warpcc_k]];
#line 94
      #pragma omp target update from(warpcc_packed_v[0:m])
#line 94
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 94
        v[(long)warpcc_list_v[warpcc_k]] = warpcc_packed_v[warpcc_k];
#line 94
    } else {
#line 94
      #pragma omp target update from(v[0:n])
#line 94
    }
#line 94
    for (int i = 0; i < m; i++)
      error += u[at[i]] - v[at[i]] / 2;
    steps++;
  }
#line 87
  __builtin_free(warpcc_list_u);
#line 87
  __builtin_free(warpcc_packed_u);
#line 87
  __builtin_free(warpcc_list_v);
#line 87
  __builtin_free(warpcc_packed_v);
#line 97
  }
#line 98
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
