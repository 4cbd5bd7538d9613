/* warpcc-transfers: on
   The host uses columns, faces and borders of what stays on the device. They cross the bus in a buffer where that pays: LARGE
   is so long that it does, SMALL is not. */
#include "../check.h"
enum { SMALL = 12, LARGE = 200, WIDE = 320 };

static double sum(const double *a, long n) {
  double all = 0;
  for (long i = 0; i < n; i++)
    all += a[i] * (i % 7 + 1);
  return all;
}

static void scale(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 2 + i % 3;
}

/* A column is read in each step. */
static double column(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
#line 24
  { __typeof__(u[0]) *const warpcc_packed_u = (1 < steps) && n > 0 && (long)8 * n * n > (long)116 * n + 250000 ? (__typeof__(u[0]) *)__builtin_malloc((n) * sizeof(u[0])) : 0;
#line 24
  #pragma omp target data map(alloc: warpcc_packed_u[0:n]) if(warpcc_packed_u != 0)
#line 24
  #pragma omp target data map(tofrom: u[0:(long)n * n]) if(warpcc_packed_u != 0)
#line 24
  #pragma omp target data map(to: u[0:(long)n * n]) if(warpcc_packed_u == 0 && (0 < steps))
#line 24
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
#line 26
    if (warpcc_packed_u) {
#line 24
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n])
#line 24
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 24
        warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 26
      #pragma omp target update from(warpcc_packed_u[0:n])
#line 26
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 26
        u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 26
    } else {
#line 26
      #pragma omp target update from(u[0:(long)n * n])
#line 26
    }
#line 26
    for (int i = 0; i < n; i++)
      all += u[i * n];
  }
#line 24
  __builtin_free(warpcc_packed_u);
#line 28
  }
#line 29
  all += sum(u, n * n);
  free(u);
  return all;
}

/* A column is written in each step, and all read behind them. */
static double border(int n, int steps) {
  double *u = malloc(n * n * sizeof *u);
  FILL(u, n * n);
#line 38
  { __typeof__(u[0]) *const warpcc_packed_u = (1 < steps) && n > 0 && (long)16 * n * n > (long)116 * n + 250000 ? (__typeof__(u[0]) *)__builtin_malloc((n) * sizeof(u[0])) : 0;
#line 38
  #pragma omp target data map(alloc: warpcc_packed_u[0:n]) if(warpcc_packed_u != 0)
#line 38
  #pragma omp target data map(tofrom: u[0:(long)n * n]) if(warpcc_packed_u != 0)
#line 38
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      u[i * n + n - 1] = t + i;
#line 41
    if (warpcc_packed_u) {
#line 41
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 41
        warpcc_packed_u[warpcc_k] = u[warpcc_k * n + (n - 1)];
#line 41
      #pragma omp target update to(warpcc_packed_u[0:n])
#line 38
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n])
#line 38
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 38
        u[warpcc_k * n + (n - 1)] = warpcc_packed_u[warpcc_k];
#line 41
    }
#line 41
    scale(u, n * n);
  }
#line 38
  __builtin_free(warpcc_packed_u);
#line 42
  }
#line 43
  double all = sum(u, n * n);
  free(u);
  return all;
}

/* Periodic borders: the host reads two columns inside and writes the two at the ends. */
static double periodic(int n, int steps) {
  double *u = malloc(n * n * sizeof *u);
  FILL(u, n * n);
#line 52
  { __typeof__(u[0]) *const warpcc_packed_u = (1 < steps) && n > 0 && n > 1 && (long)16 * n * n > (long)464 * n + 500000 ? (__typeof__(u[0]) *)__builtin_malloc(((long)4 * n) * sizeof(u[0])) : 0;
#line 52
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)4 * n]) if(warpcc_packed_u != 0)
#line 52
  #pragma omp target data map(tofrom: u[0:(long)n * n]) if(warpcc_packed_u != 0)
#line 52
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) {
      u[i * n] = u[i * n + n - 2];
      u[i * n + n - 1] = u[i * n + 1];
    }
#line 57
    if (warpcc_packed_u) {
#line 57
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 57
        if (warpcc_k < n) warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 57
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - n) * n + (n - 1)];
#line 57
      #pragma omp target update to(warpcc_packed_u[0:(long)2 * n])
#line 52
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:(long)2 * n])
#line 52
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 52
        if (warpcc_k < n) u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 52
        else u[(warpcc_k - n) * n + (n - 1)] = warpcc_packed_u[warpcc_k];
#line 57
    }
#line 57
    scale(u, n * n);
#line 57
    if (warpcc_packed_u) {
#line 52
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:(long)2 * n])
#line 52
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 52
        if (warpcc_k < n) warpcc_packed_u[warpcc_k] = u[warpcc_k * n + (n - 2)];
#line 52
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - n) * n + 1];
#line 57
      #pragma omp target update from(warpcc_packed_u[0:(long)2 * n])
#line 57
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 57
        if (warpcc_k < n) u[warpcc_k * n + (n - 2)] = warpcc_packed_u[warpcc_k];
#line 57
        else u[(warpcc_k - n) * n + 1] = warpcc_packed_u[warpcc_k];
#line 57
    }
#line 58
  }
#line 52
  __builtin_free(warpcc_packed_u);
#line 58
  }
#line 59
  double all = sum(u, n * n);
  free(u);
  return all;
}

/* All four borders. */
static double borders(int n, int m, int steps) {
  double *u = malloc(n * m * sizeof *u);
  FILL(u, n * m);
#line 68
  { __typeof__(u[0]) *const warpcc_packed_u = (1 < steps) && m > 0 && n > 0 && (long)16 * n * m > (long)232 * m + (long)232 * n + 250000 ? (__typeof__(u[0]) *)__builtin_malloc(((long)2 * m + (long)2 * n) * sizeof(u[0])) : 0;
#line 68
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)2 * m + (long)2 * n]) if(warpcc_packed_u != 0)
#line 68
  #pragma omp target data map(tofrom: u[0:(long)n * m]) if(warpcc_packed_u != 0)
#line 68
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++) {
      u[j] = t;
      u[(n - 1) * m + j] = -t;
    }
    for (int i = 0; i < n; i++) {
      u[i * m] = 2 * t;
      u[i * m + m - 1] = -2 * t;
    }
#line 77
    if (warpcc_packed_u) {
#line 77
      for (long warpcc_k = 0; warpcc_k < (long)2 * m + (long)2 * n; warpcc_k++)
#line 77
        if (warpcc_k < m) warpcc_packed_u[warpcc_k] = u[warpcc_k];
#line 77
        else if (warpcc_k < (long)2 * m) warpcc_packed_u[warpcc_k] = u[(warpcc_k - m) + ((long)-m + (long)n * m)];
#line 77
        else if (warpcc_k < (long)2 * m + n) warpcc_packed_u[warpcc_k] = u[(warpcc_k - ((long)2 * m)) * m];
#line 77
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - ((long)2 * m + n)) * m + (m - 1)];
#line 77
      #pragma omp target update to(warpcc_packed_u[0:(long)2 * m + (long)2 * n])
#line 68
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * m], warpcc_packed_u[0:(long)2 * m + (long)2 * n])
#line 68
      for (long warpcc_k = 0; warpcc_k < (long)2 * m + (long)2 * n; warpcc_k++)
#line 68
        if (warpcc_k < m) u[warpcc_k] = warpcc_packed_u[warpcc_k];
#line 68
        else if (warpcc_k < (long)2 * m) u[(warpcc_k - m) + ((long)-m + (long)n * m)] = warpcc_packed_u[warpcc_k];
#line 68
        else if (warpcc_k < (long)2 * m + n) u[(warpcc_k - ((long)2 * m)) * m] = warpcc_packed_u[warpcc_k];
#line 68
        else u[(warpcc_k - ((long)2 * m + n)) * m + (m - 1)] = warpcc_packed_u[warpcc_k];
#line 77
    }
#line 77
    scale(u, n * m);
  }
#line 68
  __builtin_free(warpcc_packed_u);
#line 78
  }
#line 79
  double all = sum(u, n * m);
  free(u);
  return all;
}

/* The row's length is a number that nobody compares with anything. */
static double pitched(int n, int m, int pitch, int at, int steps) {
  double *u = malloc(n * pitch * sizeof *u), all = 0;
  FILL(u, n * pitch);
#line 88
  { __typeof__(u[0]) *const warpcc_packed_u = (1 < steps) && m > 0 && pitch > 0 && at >= 0 && (long)pitch + (long)n * pitch > (long)at + (long)m * pitch && (long)8 * n * pitch > (long)116 * m + 250000 ? (__typeof__(u[0]) *)__builtin_malloc((m) * sizeof(u[0])) : 0;
#line 88
  #pragma omp target data map(alloc: warpcc_packed_u[0:m]) if(warpcc_packed_u != 0)
#line 88
  #pragma omp target data map(tofrom: u[0:(long)n * pitch]) if(warpcc_packed_u != 0)
#line 88
  #pragma omp target data map(to: u[0:(long)n * pitch]) if(warpcc_packed_u == 0 && (0 < steps))
#line 88
  for (int t = 0; t < steps; t++) {
    scale(u, n * pitch);
#line 90
    if (warpcc_packed_u) {
#line 88
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * pitch], warpcc_packed_u[0:m])
#line 88
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 88
        warpcc_packed_u[warpcc_k] = u[warpcc_k * pitch + at];
#line 90
      #pragma omp target update from(warpcc_packed_u[0:m])
#line 90
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 90
        u[warpcc_k * pitch + at] = warpcc_packed_u[warpcc_k];
#line 90
    } else {
#line 90
      #pragma omp target update from(u[0:(long)n * pitch])
#line 90
    }
#line 90
    for (int i = 0; i < m; i++)
      all += u[i * pitch + at];
  }
#line 88
  __builtin_free(warpcc_packed_u);
#line 92
  }
#line 93
  all += sum(u, n * pitch);
  free(u);
  return all;
}

/* Rows that are declared. */
static double declared(int steps) {
  double u[WIDE][WIDE];
  double all = 0;
  for (int i = 0; i < WIDE; i++)
    for (int j = 0; j < WIDE; j++)
      u[i][j] = i - j;
#line 105
  { __typeof__(u[0][0]) *const warpcc_packed_u = (2 < steps) ? (__typeof__(u[0][0]) *)__builtin_malloc((640) * sizeof(u[0][0])) : 0;
#line 105
  #pragma omp target data map(alloc: warpcc_packed_u[0:640]) if(warpcc_packed_u != 0)
#line 105
  #pragma omp target data map(tofrom: u) if(warpcc_packed_u != 0)
#line 105
  {
#line 105
  for (int t = 0; t < steps; t++) {
#line 106
    if (warpcc_packed_u) {
#line 106
      for (long warpcc_k = 0; warpcc_k < 320; warpcc_k++)
#line 106
        warpcc_packed_u[warpcc_k] = u[warpcc_k][0];
#line 106
      #pragma omp target update to(warpcc_packed_u[0:320])
#line 105
      #pragma omp target teams distribute parallel for map(alloc: u, warpcc_packed_u[0:320])
#line 105
      for (long warpcc_k = 0; warpcc_k < 320; warpcc_k++)
#line 105
        u[warpcc_k][0] = warpcc_packed_u[warpcc_k];
#line 106
    }
#line 106
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u)
    for (int i = 0; i < WIDE; i++)
      for (int j = 0; j < WIDE; j++)
        u[i][j] = u[i][j] / 2 + 1;
#line 110
    if (warpcc_packed_u) {
#line 105
      #pragma omp target teams distribute parallel for map(alloc: u, warpcc_packed_u[0:320])
#line 105
      for (long warpcc_k = 0; warpcc_k < 320; warpcc_k++)
#line 105
        warpcc_packed_u[warpcc_k] = u[warpcc_k][318];
#line 110
      #pragma omp target update from(warpcc_packed_u[0:320])
#line 110
      for (long warpcc_k = 0; warpcc_k < 320; warpcc_k++)
#line 110
        u[warpcc_k][318] = warpcc_packed_u[warpcc_k];
#line 110
    }
#line 110
    for (int i = 0; i < WIDE; i++)
      u[i][0] = u[i][WIDE - 2];
  }
#line 105
  if (warpcc_packed_u) {
#line 105
    for (long warpcc_k = 0; warpcc_k < 320; warpcc_k++)
#line 105
      warpcc_packed_u[warpcc_k] = u[warpcc_k][0];
#line 105
    #pragma omp target update to(warpcc_packed_u[0:320])
#line 105
    #pragma omp target teams distribute parallel for map(alloc: u, warpcc_packed_u[0:320])
#line 105
    for (long warpcc_k = 0; warpcc_k < 320; warpcc_k++)
#line 105
      u[warpcc_k][0] = warpcc_packed_u[warpcc_k];
#line 105
  }
#line 112
  }
#line 105
  __builtin_free(warpcc_packed_u);
#line 112
  }
#line 113
  for (int i = 0; i < WIDE; i++)
    for (int j = 0; j < WIDE; j++)
      all += u[i][j] * (j + 1);
  return all;
}

/* The same by a pointer to rows. */
static double pointed(int n, int m, int steps) {
  double(*u)[m] = malloc(sizeof(double[n][m])), all = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      u[i][j] = i - j;
#line 125
  { __typeof__(u[0][0]) *const warpcc_packed_u = (0 < steps) && n > 0 && m > 1 && (long)8 * n * m > (long)116 * n + 250000 ? (__typeof__(u[0][0]) *)__builtin_malloc((n) * sizeof(u[0][0])) : 0;
#line 125
  #pragma omp target data map(alloc: warpcc_packed_u[0:n]) if(warpcc_packed_u != 0)
#line 125
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 125
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u[0:n])
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        u[i][j] = u[i][j] / 2 + 1;
#line 130
    if (warpcc_packed_u) {
#line 125
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:n])
#line 125
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 125
        warpcc_packed_u[warpcc_k] = u[warpcc_k][1];
#line 130
      #pragma omp target update from(warpcc_packed_u[0:n])
#line 130
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 130
        u[warpcc_k][1] = warpcc_packed_u[warpcc_k];
#line 130
    } else {
#line 130
      #pragma omp target update from(u[0:n])
#line 130
    }
#line 130
    for (int i = n - 1; i >= 0; i--)
      all += u[i][1];
  }
#line 125
  __builtin_free(warpcc_packed_u);
#line 132
  }
#line 133
  free(u);
  return all;
}

/* Two faces of a box: one has single elements, one rows. */
static double faces(int n, int m, int k, int steps) {
  double *u = malloc(n * m * k * sizeof *u), all = 0;
  FILL(u, n * m * k);
#line 141
  { __typeof__(u[0]) *const warpcc_packed_u = (0 < steps) && n > 0 && k > 0 && m > 0 && (long)m * k >= (long)2 * k && (long)8 * n * m * k > (long)116 * n * k + (long)116 * n * m + 250000 ? (__typeof__(u[0]) *)__builtin_malloc(((long)n * k + (long)n * m) * sizeof(u[0])) : 0;
#line 141
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)n * k + (long)n * m]) if(warpcc_packed_u != 0)
#line 141
  #pragma omp target data map(to: u[0:(long)n * m * k]) if(0 < steps)
#line 141
  for (int t = 0; t < steps; t++) {
    scale(u, n * m * k);
#line 143
    if (warpcc_packed_u) {
#line 141
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * m * k], warpcc_packed_u[0:(long)n * k + (long)n * m])
#line 141
      for (long warpcc_k = 0; warpcc_k < (long)n * k + (long)n * m; warpcc_k++)
#line 141
        if (warpcc_k < (long)n * k) warpcc_packed_u[warpcc_k] = u[warpcc_k / k * ((long)m * k) + warpcc_k % k + k];
#line 141
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - ((long)n * k)) / m * ((long)m * k) + (warpcc_k - ((long)n * k)) % m * k];
#line 143
      #pragma omp target update from(warpcc_packed_u[0:(long)n * k + (long)n * m])
#line 143
      for (long warpcc_k = 0; warpcc_k < (long)n * k + (long)n * m; warpcc_k++)
#line 143
        if (warpcc_k < (long)n * k) u[warpcc_k / k * ((long)m * k) + warpcc_k % k + k] = warpcc_packed_u[warpcc_k];
#line 143
        else u[(warpcc_k - ((long)n * k)) / m * ((long)m * k) + (warpcc_k - ((long)n * k)) % m * k] = warpcc_packed_u[warpcc_k];
#line 143
    } else {
#line 143
      #pragma omp target update from(u[0:(long)n * m * k])
#line 143
    }
#line 143
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        all += u[(i * m + j) * k];
    for (int i = 0; i < n; i++)
      for (int l = 0; l < k; l++)
        all += u[(i * m + 1) * k + l];
  }
#line 141
  __builtin_free(warpcc_packed_u);
#line 149
  }
#line 150
  free(u);
  return all;
}

/* Every fourth step only. */
static double seldom(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
#line 158
  { __typeof__(u[0]) *const warpcc_packed_u = (0 < steps) && n > 0 && n > 2 && (long)8 * n * n > (long)116 * n + 250000 ? (__typeof__(u[0]) *)__builtin_malloc((n) * sizeof(u[0])) : 0;
#line 158
  #pragma omp target data map(alloc: warpcc_packed_u[0:n]) if(warpcc_packed_u != 0)
#line 158
  #pragma omp target data map(tofrom: u[0:(long)n * n]) if(0 < steps)
#line 158
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    if (t % 4 == 0) {
#line 161
      if (warpcc_packed_u) {
#line 158
        #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n])
#line 158
        for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 158
          warpcc_packed_u[warpcc_k] = u[warpcc_k * n + 2];
#line 161
        #pragma omp target update from(warpcc_packed_u[0:n])
#line 161
        for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 161
          u[warpcc_k * n + 2] = warpcc_packed_u[warpcc_k];
#line 161
      } else {
#line 161
        #pragma omp target update from(u[0:(long)n * n])
#line 161
      }
#line 161
      for (int i = 0; i < n; i++)
        all += u[i * n + 2];
    }
  }
#line 158
  __builtin_free(warpcc_packed_u);
#line 164
  }
#line 165
  all += sum(u, n * n);
  free(u);
  return all;
}

/* The host has the last word in each step: what it has written goes to the device before all comes back. */
static double closing(int n, int steps) {
  double *u = malloc(n * n * sizeof *u);
  FILL(u, n * n);
#line 174
  { __typeof__(u[0]) *const warpcc_packed_u = (2 < steps) && n > 0 && n > 1 && (long)16 * n * n > (long)696 * n + 750000 ? (__typeof__(u[0]) *)__builtin_malloc(((long)4 * n) * sizeof(u[0])) : 0;
#line 174
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)4 * n]) if(warpcc_packed_u != 0)
#line 174
  #pragma omp target data map(tofrom: u[0:(long)n * n]) if(warpcc_packed_u != 0)
#line 174
  {
#line 174
  for (int t = 0; t < steps; t++) {
#line 175
    if (warpcc_packed_u) {
#line 175
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 175
        if (warpcc_k < n) warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 175
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - n) * n + (n - 1)];
#line 175
      #pragma omp target update to(warpcc_packed_u[0:(long)2 * n])
#line 174
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:(long)2 * n])
#line 174
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 174
        if (warpcc_k < n) u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 174
        else u[(warpcc_k - n) * n + (n - 1)] = warpcc_packed_u[warpcc_k];
#line 175
    }
#line 175
    scale(u, n * n);
#line 176
    if (warpcc_packed_u) {
#line 174
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:(long)2 * n])
#line 174
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 174
        if (warpcc_k < n) warpcc_packed_u[warpcc_k] = u[warpcc_k * n + (n - 2)];
#line 174
        else warpcc_packed_u[warpcc_k] = u[(warpcc_k - n) * n + 1];
#line 176
      #pragma omp target update from(warpcc_packed_u[0:(long)2 * n])
#line 176
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 176
        if (warpcc_k < n) u[warpcc_k * n + (n - 2)] = warpcc_packed_u[warpcc_k];
#line 176
        else u[(warpcc_k - n) * n + 1] = warpcc_packed_u[warpcc_k];
#line 176
    }
#line 176
    for (int i = 0; i < n; i++) {
      u[i * n] = u[i * n + n - 2];
      u[i * n + n - 1] = u[i * n + 1];
    }
  }
#line 174
  if (warpcc_packed_u) {
#line 174
    for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 174
      if (warpcc_k < n) warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
#line 174
      else warpcc_packed_u[warpcc_k] = u[(warpcc_k - n) * n + (n - 1)];
#line 174
    #pragma omp target update to(warpcc_packed_u[0:(long)2 * n])
#line 174
    #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:(long)2 * n])
#line 174
    for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 174
      if (warpcc_k < n) u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
#line 174
      else u[(warpcc_k - n) * n + (n - 1)] = warpcc_packed_u[warpcc_k];
#line 174
  }
#line 180
  }
#line 174
  __builtin_free(warpcc_packed_u);
#line 180
  }
#line 181
  double all = sum(u, n * n);
  free(u);
  return all;
}

/* One of two arrays pays for its ends in one step, the other in two. */
static double apart(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), *v = malloc(n * sizeof *v), all = 0;
  FILL(u, n * n);
  FILL(v, n);
#line 191
  { __typeof__(u[0]) *const warpcc_packed_u = (0 < steps) && n > 0 && n > 5 && (long)8 * n * n > (long)116 * n + 250000 ? (__typeof__(u[0]) *)__builtin_malloc((n) * sizeof(u[0])) : 0;
#line 191
  #pragma omp target data map(alloc: warpcc_packed_u[0:n]) if(warpcc_packed_u != 0)
#line 191
  #pragma omp target data map(to: u[0:(long)n * n]) if(0 < steps)
#line 191
  #pragma omp target data map(tofrom: v[0:n]) if(1 < steps && n > 1)
#line 191
  for (int t = 0; t < steps; t++) {
    scale(u, n * n);
    scale(v, n);
#line 194
    if (warpcc_packed_u) {
#line 191
      #pragma omp target teams distribute parallel for map(alloc: u[0:(long)n * n], warpcc_packed_u[0:n])
#line 191
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 191
        warpcc_packed_u[warpcc_k] = u[warpcc_k * n + 5];
#line 194
      #pragma omp target update from(warpcc_packed_u[0:n])
#line 194
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 194
        u[warpcc_k * n + 5] = warpcc_packed_u[warpcc_k];
#line 194
    } else {
#line 194
      #pragma omp target update from(u[0:(long)n * n])
#line 194
    }
#line 194
    for (int i = 0; i < n; i++)
      all += u[i * n + 5];
#line 196
    #pragma omp target update from(v[3:1])
#line 196
    all += v[3];
  }
#line 191
  __builtin_free(warpcc_packed_u);
#line 197
  }
#line 198
  all += sum(v, n);
  free(u), free(v);
  return all;
}

/* In an inner loop, by conditions, and with an end before the last step. */
static double nested(int n, int steps) {
  double *u = malloc(n * n * sizeof *u), all = 0;
  FILL(u, n * n);
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < t; k++) {
      scale(u, n * n);
      if (k % 2) {
        for (int i = 0; i < n; i++)
          u[i * n + 1] += k;
      }
    }
    for (int i = 1; i < n - 1; i++)
      all += u[i * n + 1];
    if (all > 1e9)
      break;
  }
  free(u);
  return all;
}

int main(void) {
  for (int large = 0; large < 2; large++) {
    int n = large ? LARGE : SMALL;
    for (int steps = 0; steps < 6; steps += steps ? 2 : 1) {
      printf("%g %g %g\n", column(n, steps), border(n, steps), periodic(n, steps));
      printf("%g %g\n", borders(n, n + 1, steps), pitched(n, n, n + 2, 1, steps));
      printf("%g %g\n", declared(steps), pointed(n, n + 1, steps));
      printf("%g %g\n", faces(n / 4, n / 4, 24, steps), seldom(n, steps));
      printf("%g %g %g\n", closing(n, steps), apart(n, steps), nested(n, steps));
    }
  }
  printf("%g %g\n", pitched(LARGE, 0, LARGE, 0, 2), pitched(LARGE, 7, 2 * LARGE, 3, 3));
  return 0;
}
