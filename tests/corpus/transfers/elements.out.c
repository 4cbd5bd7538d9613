/* warpcc-transfers: on
   Sections whose lengths are elements of arrays: rows that are stored one behind the other, whose ends another array has. */
#include "../check.h"
enum { N = 50 };

static void multiply(int n, const int *row, const int *col, const double *val, const double *x, double *y) {
  #pragma omp target teams distribute parallel for map(to: row[0:n + 1], col[0:row[n]], val[0:row[n]], x[0:n]) map(from: y[0:n])
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += val[k] * x[col[k]];
    y[i] = s;
  }
}

static double dot(int n, const double *x, const double *y) {
  double s = 0;
  #pragma omp target teams distribute parallel for reduction(+: s) map(to: x[0:n], y[0:n]) map(tofrom: s) //~ plan=none
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

static int fill(int n, int *row, int *col, double *val) {
  int nz = 0;
  for (int i = 0; i < n; i++) {
    row[i] = nz;
    for (int j = i - 1; j <= i + 1; j++)
      if (j >= 0 && j < n) {
        col[nz] = j;
        val[nz++] = i == j ? 2.5 : -1;
      }
  }
  row[n] = nz;
  return nz;
}

/* The matrix goes once; x is the host's, y the device's. */
static double power(int n, double least) {
  int *row = malloc((n + 1) * sizeof *row), *col = malloc(3 * n * sizeof *col);
  double *val = malloc(3 * n * sizeof *val), *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  fill(n, row, col, val);
  FILL(x, n);
  double norm = 9, all = 0;
#line 45
  { const int warpcc_runs = (0 < 6 && norm > least) ? 1 : 0;
#line 45
  #pragma omp target data map(to: row[0:n + 1], col[0:row[n]], val[0:row[n]]) map(alloc: x[0:n], y[0:n]) if(warpcc_runs)
#line 45
  for (int it = 0; it < 6 && norm > least; it++) {
#line 46
    #pragma omp target update to(x[0:n])
#line 46
    multiply(n, row, col, val, x, y);
    norm = dot(n, x, y) / (1 + dot(n, y, y));
#line 48
    #pragma omp target update from(y[0:n])
#line 48
    for (int i = 0; i < n; i++)
      x[i] = y[i] / 4;
  }
#line 50
  }
#line 51
  for (int i = 0; i < n; i++)
    all += x[i];
  free(row), free(col), free(val), free(x), free(y);
  return all;
}

/* A counted loop, and the sections of a region of its own. */
static double counted(int n, int steps) {
  int *row = malloc((n + 1) * sizeof *row), *col = malloc(3 * n * sizeof *col);
  double *val = malloc(3 * n * sizeof *val), all = 0;
  fill(n, row, col, val);
#line 62
  #pragma omp target data map(to: row[0:n + 1]) if(0 < steps)
#line 62
  { const int warpcc_runs = (1 < steps && (long)row[n] > 1) ? 1 : 0;
#line 62
  #pragma omp target data map(tofrom: val[0:row[n]]) if(warpcc_runs)
#line 62
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(to: row[0:n + 1]) map(tofrom: val[0:row[n]])
    for (int i = 0; i < n; i++)
      for (int k = row[i]; k < row[i + 1]; k++)
        val[k] = val[k] / 2 + k;
#line 67
    #pragma omp target update from(val[0:1])
#line 67
    all += val[0];
  }
#line 68
  }
#line 69
  for (int k = 0; k < row[n]; k++)
    all += val[k];
  free(row), free(col), free(val);
  return all;
}

/* The host writes the array that has the length. */
static double grows(int n, int steps) {
  int *row = malloc((n + 1) * sizeof *row), *col = malloc(3 * n * sizeof *col);
  double *val = malloc(3 * n * sizeof *val), all = 0;
  fill(n, row, col, val);
  row[n] = 3;
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: val[0:row[n]]) map(to: row[0:n + 1])
    for (int k = 0; k < row[n]; k++)
      val[k] = val[k] / 2 + k;
    row[n]++;
  }
  for (int k = 0; k < row[n]; k++)
    all += val[k];
  free(row), free(col), free(val);
  return all;
}

/* So does the device. */
static double made(int n, int steps) {
  int *row = malloc((n + 1) * sizeof *row), *col = malloc(3 * n * sizeof *col);
  double *val = malloc(3 * n * sizeof *val), all = 0;
  fill(n, row, col, val);
  row[n] = 3;
#line 99
  #pragma omp target data map(to: row[0:n + 1]) if(0 < steps)
#line 99
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: val[0:row[n]])
    for (int k = 0; k < 3; k++)
      val[k] = val[k] / 2 + k;
    #pragma omp target map(tofrom: row[0:n + 1])
    row[n] += 1;
#line 104
    #pragma omp target update from(row[0:n + 1])
#line 105
  }
  for (int k = 0; k < row[n]; k++)
    all += val[k];
  free(row), free(col), free(val);
  return all;
}

/* Two lengths that may be others. */
static double two(int n, int m, int steps) {
  int *row = malloc((n + 1) * sizeof *row), *col = malloc(3 * n * sizeof *col);
  double *val = malloc(3 * n * sizeof *val), all = 0;
  fill(n, row, col, val);
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: val[0:row[n]])
    for (int k = 0; k < 3; k++)
      val[k] = val[k] / 2 + k;
    #pragma omp target teams distribute parallel for map(tofrom: val[0:row[m]])
    for (int k = 0; k < 2; k++)
      val[k] = val[k] / 2 + k;
  }
  for (int k = 0; k < row[m]; k++)
    all += val[k];
  free(row), free(col), free(val);
  return all;
}

int main(void) {
  printf("%g %g\n", power(N, 0), power(N, 20));
  for (int steps = 0; steps < 6; steps += steps ? 4 : 1) {
    printf("%g %g %g\n", counted(N, steps), grows(N, steps), made(N, steps));
    printf("%g\n", two(N, N / 2, steps));
  }
  return 0;
}
