/* warpcc-transfers: on
   The host touches elements that lists of numbers say, of what stays on the device: probes, nodes of a border, what neighbours exchange.
   They cross the bus in a buffer where that pays and where the lists are such, which is asked before the loop. */
#include "../check.h"
enum { LARGE = 60000, MOST = 90 };

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

/* Probes are read in each step. */
static double probes(const int *at, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
#line 24
  {
#line 24
  __typeof__(at[0] + 0) *const warpcc_list_u = (1 < steps) && m > 0 && (long)8 * n > (long)224 * m + 250000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 24
  int warpcc_fits_u = warpcc_list_u != 0;
#line 24
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 24
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 24
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k];
#line 24
  }
#line 24
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc((m) * sizeof(u[0])) : 0;
#line 24
  #pragma omp target data map(alloc: warpcc_packed_u[0:m]) map(to: warpcc_list_u[0:m]) if(warpcc_packed_u != 0)
#line 24
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 24
  #pragma omp target data map(to: u[0:n]) if(warpcc_packed_u == 0 && (0 < steps))
#line 24
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 26
    if (warpcc_packed_u) {
#line 24
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 24
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 24
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 26
      #pragma omp target update from(warpcc_packed_u[0:m])
#line 26
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 26
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 26
    } else {
#line 26
      #pragma omp target update from(u[0:n])
#line 26
    }
#line 26
    for (int i = 0; i < m; i++)
      all += u[at[i]];
  }
#line 24
  __builtin_free(warpcc_list_u);
#line 24
  __builtin_free(warpcc_packed_u);
#line 28
  }
#line 29
  all += sum(u, n);
  free(u);
  return all;
}

/* Nodes of a border are written in each step: each once. */
static double nodes(const int *at, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u);
  FILL(u, n + 8);
#line 38
  {
#line 38
  __typeof__(at[0] + 0) *const warpcc_list_u = (1 < steps) && m > 0 && (long)16 * n > (long)224 * m + 250000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 38
  int warpcc_fits_u = warpcc_list_u != 0;
#line 38
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 38
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 38
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k] && (warpcc_k == 0 || warpcc_list_u[warpcc_k] > warpcc_list_u[warpcc_k - 1]);
#line 38
  }
#line 38
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc((m) * sizeof(u[0])) : 0;
#line 38
  #pragma omp target data map(alloc: warpcc_packed_u[0:m]) map(to: warpcc_list_u[0:m]) if(warpcc_packed_u != 0)
#line 38
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 38
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < m; i++)
      u[at[i]] = t + i;
#line 41
    if (warpcc_packed_u) {
#line 41
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 41
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 41
      #pragma omp target update to(warpcc_packed_u[0:m])
#line 38
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 38
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 38
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 41
    }
#line 41
    scale(u, n);
  }
#line 38
  __builtin_free(warpcc_list_u);
#line 38
  __builtin_free(warpcc_packed_u);
#line 42
  }
#line 43
  double all = sum(u, n);
  free(u);
  return all;
}

/* They are read and written, and the host has the last word. */
static double relaxed(const int *at, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u);
  FILL(u, n + 8);
#line 52
  {
#line 52
  __typeof__(at[0] + 0) *const warpcc_list_u = (2 < steps) && m > 0 && (long)16 * n > (long)456 * m + 750000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 52
  int warpcc_fits_u = warpcc_list_u != 0;
#line 52
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 52
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 52
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k] && (warpcc_k == 0 || warpcc_list_u[warpcc_k] > warpcc_list_u[warpcc_k - 1]);
#line 52
  }
#line 52
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc((m) * sizeof(u[0])) : 0;
#line 52
  #pragma omp target data map(alloc: warpcc_packed_u[0:m]) map(to: warpcc_list_u[0:m]) if(warpcc_packed_u != 0)
#line 52
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 52
  {
#line 52
  for (int t = 0; t < steps; t++) {
#line 53
    if (warpcc_packed_u) {
#line 53
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 53
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 53
      #pragma omp target update to(warpcc_packed_u[0:m])
#line 52
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 52
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 52
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 53
    }
#line 53
    scale(u, n);
#line 54
    if (warpcc_packed_u) {
#line 52
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 52
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 52
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 54
      #pragma omp target update from(warpcc_packed_u[0:m])
#line 54
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 54
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 54
    }
#line 54
    for (int i = m - 1; i >= 0; i--)
      u[at[i]] = u[at[i]] / 4 + i;
  }
#line 52
  if (warpcc_packed_u) {
#line 52
    for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 52
      warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 52
    #pragma omp target update to(warpcc_packed_u[0:m])
#line 52
    #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 52
    for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 52
      u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 52
  }
#line 56
  }
#line 52
  __builtin_free(warpcc_list_u);
#line 52
  __builtin_free(warpcc_packed_u);
#line 56
  }
#line 57
  double all = sum(u, n);
  free(u);
  return all;
}

/* Neighbours exchange what one list says for what another says. */
static double exchange(const int *send, const int *receive, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), *halo = malloc((m + 1) * sizeof *halo);
  FILL(u, n + 8);
#line 66
  {
#line 66
  __typeof__(receive[0] + 0) *const warpcc_list_u = (2 < steps) && m > 0 && (long)16 * n > (long)564 * m + 750000 ? (__typeof__(receive[0] + 0) *)__builtin_malloc((m) * sizeof(receive[0] + 0)) : 0;
#line 66
  __typeof__(send[0] + 0) *const warpcc_list1_u = (2 < steps) && m > 0 && (long)16 * n > (long)564 * m + 750000 ? (__typeof__(send[0] + 0) *)__builtin_malloc((m) * sizeof(send[0] + 0)) : 0;
#line 66
  int warpcc_fits_u = warpcc_list_u != 0 && warpcc_list1_u != 0;
#line 66
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 66
    warpcc_list_u[warpcc_k] = receive[warpcc_k];
#line 66
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k] && (warpcc_k == 0 || warpcc_list_u[warpcc_k] > warpcc_list_u[warpcc_k - 1]);
#line 66
  }
#line 66
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 66
    warpcc_list1_u[warpcc_k] = send[warpcc_k];
#line 66
    warpcc_fits_u = (long)warpcc_list1_u[warpcc_k] >= 0 && n > (long)warpcc_list1_u[warpcc_k];
#line 66
  }
#line 66
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc(((long)2 * m) * sizeof(u[0])) : 0;
#line 66
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)2 * m]) map(to: warpcc_list_u[0:m]) map(to: warpcc_list1_u[0:m]) if(warpcc_packed_u != 0)
#line 66
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 66
  {
#line 66
  for (int t = 0; t < steps; t++) {
#line 67
    if (warpcc_packed_u) {
#line 67
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 67
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 67
      #pragma omp target update to(warpcc_packed_u[0:m])
#line 66
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 66
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 66
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 67
    }
#line 67
    scale(u, n);
#line 68
    if (warpcc_packed_u) {
#line 66
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list1_u[0:m])
#line 66
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 66
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list1_u[warpcc_k]];
#line 68
      #pragma omp target update from(warpcc_packed_u[0:m])
#line 68
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 68
        u[(long)warpcc_list1_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 68
    }
#line 68
    for (int i = 0; i < m; i++)
      halo[i] = u[send[i]];
    for (int i = 0; i < m; i++)
      u[receive[i]] = halo[i];
  }
#line 66
  if (warpcc_packed_u) {
#line 66
    for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 66
      warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 66
    #pragma omp target update to(warpcc_packed_u[0:m])
#line 66
    #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 66
    for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 66
      u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 66
  }
#line 72
  }
#line 66
  __builtin_free(warpcc_list_u);
#line 66
  __builtin_free(warpcc_list1_u);
#line 66
  __builtin_free(warpcc_packed_u);
#line 72
  }
#line 73
  double all = sum(u, n);
  free(u), free(halo);
  return all;
}

/* Several values of each node, and neighbours of nodes. */
static double components(const int *at, int m, int k, int c, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
#line 82
  {
#line 82
  __typeof__(at[0] + 0) *const warpcc_list_u = (2 < steps) && m > 0 && k > 0 && (long)16 * n > (long)116 * m * k + (long)340 * m + 750000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 82
  int warpcc_fits_u = warpcc_list_u != 0;
#line 82
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 82
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 82
    warpcc_fits_u = (long)3 * (long)warpcc_list_u[warpcc_k] + c >= 0 && n > (long)3 * (long)warpcc_list_u[warpcc_k] + c && (long)k * (long)warpcc_list_u[warpcc_k] >= 0 && n >= (long)k * (long)warpcc_list_u[warpcc_k] + k && (warpcc_k == 0 || warpcc_list_u[warpcc_k] > warpcc_list_u[warpcc_k - 1]);
#line 82
  }
#line 82
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc(((long)m * k + m) * sizeof(u[0])) : 0;
#line 82
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)m * k + m]) map(to: warpcc_list_u[0:m]) if(warpcc_packed_u != 0)
#line 82
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 82
  {
#line 82
  for (int t = 0; t < steps; t++) {
#line 83
    if (warpcc_packed_u) {
#line 83
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 83
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k] * 3 + c];
#line 83
      #pragma omp target update to(warpcc_packed_u[0:m])
#line 82
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 82
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 82
        u[(long)warpcc_list_u[warpcc_k] * 3 + c] = warpcc_packed_u[warpcc_k];
#line 83
    }
#line 83
    scale(u, n);
#line 84
    if (warpcc_packed_u) {
#line 82
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:(long)m * k], warpcc_list_u[0:m])
#line 82
      for (long warpcc_k = 0; warpcc_k < (long)m * k; warpcc_k++)
#line 82
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k / k] * k + warpcc_k % k];
#line 84
      #pragma omp target update from(warpcc_packed_u[0:(long)m * k])
#line 84
      for (long warpcc_k = 0; warpcc_k < (long)m * k; warpcc_k++)
#line 84
        u[(long)warpcc_list_u[warpcc_k / k] * k + warpcc_k % k] = warpcc_packed_u[warpcc_k];
#line 84
    }
#line 84
    for (int i = 0; i < m; i++)
      for (int j = 0; j < k; j++)
        all += u[at[i] * k + j];
    for (int i = 0; i < m; i++)
      u[at[i] * 3 + c] = t;
  }
#line 82
  if (warpcc_packed_u) {
#line 82
    for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 82
      warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k] * 3 + c];
#line 82
    #pragma omp target update to(warpcc_packed_u[0:m])
#line 82
    #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 82
    for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 82
      u[(long)warpcc_list_u[warpcc_k] * 3 + c] = warpcc_packed_u[warpcc_k];
#line 82
  }
#line 89
  }
#line 82
  __builtin_free(warpcc_list_u);
#line 82
  __builtin_free(warpcc_packed_u);
#line 89
  }
#line 90
  all += sum(u, n);
  free(u);
  return all;
}

/* The number has a name, and the list a beginning. */
static double named(const long *at, int from, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
#line 99
  {
#line 99
  __typeof__(at[0 + (from + 1)] + 0) *const warpcc_list_u = (0 < steps) && m > from && (long)8 * n + (long)348 * from > (long)348 * m + 250000 ? (__typeof__(at[0 + (from + 1)] + 0) *)__builtin_malloc(((long)m - from) * sizeof(at[0 + (from + 1)] + 0)) : 0;
#line 99
  int warpcc_fits_u = warpcc_list_u != 0;
#line 99
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < (long)m - from; warpcc_k++) {
#line 99
    warpcc_list_u[warpcc_k] = at[warpcc_k + (from + 1)];
#line 99
    warpcc_fits_u = (long)2 * (long)warpcc_list_u[warpcc_k] > 1 && n + 1 >= (long)2 * (long)warpcc_list_u[warpcc_k] && (long)2 * (long)warpcc_list_u[warpcc_k] > 0 && n >= (long)2 * (long)warpcc_list_u[warpcc_k];
#line 99
  }
#line 99
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc(((long)2 * m - (long)2 * from) * sizeof(u[0])) : 0;
#line 99
  #pragma omp target data map(alloc: warpcc_packed_u[0:(long)2 * m - (long)2 * from]) map(to: warpcc_list_u[0:(long)m - from]) if(warpcc_packed_u != 0)
#line 99
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 99
  for (int t = 0; t < steps; t++) {
    scale(u, n);
#line 101
    if (warpcc_packed_u) {
#line 99
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:(long)2 * m - (long)2 * from], warpcc_list_u[0:(long)m - from])
#line 99
      for (long warpcc_k = 0; warpcc_k < (long)2 * m - (long)2 * from; warpcc_k++)
#line 99
        if (warpcc_k < (long)m - from) warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k] * 2 + (-2)];
#line 99
        else warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[(warpcc_k - ((long)m - from))] * 2 + (-1)];
#line 101
      #pragma omp target update from(warpcc_packed_u[0:(long)2 * m - (long)2 * from])
#line 101
      for (long warpcc_k = 0; warpcc_k < (long)2 * m - (long)2 * from; warpcc_k++)
#line 101
        if (warpcc_k < (long)m - from) u[(long)warpcc_list_u[warpcc_k] * 2 + (-2)] = warpcc_packed_u[warpcc_k];
#line 101
        else u[(long)warpcc_list_u[(warpcc_k - ((long)m - from))] * 2 + (-1)] = warpcc_packed_u[warpcc_k];
#line 101
    } else {
#line 101
      #pragma omp target update from(u[0:n])
#line 101
    }
#line 101
    for (int i = from; i < m; i++) {
      long own = at[i + 1] * 2 - 2, next = own + 1;
      all += u[own] - u[next];
    }
  }
#line 99
  __builtin_free(warpcc_list_u);
#line 99
  __builtin_free(warpcc_packed_u);
#line 105
  }
#line 106
  free(u);
  return all;
}

/* A list that is declared, of short numbers. */
static double declared(int n, int steps) {
  unsigned short at[MOST];
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
  for (int i = 0; i < MOST; i++)
    at[i] = 500 * (i + 1);
#line 117
  {
#line 117
  __typeof__(at[0] + 0) *const warpcc_list_u = (1 < steps) && (long)16 * n > 541040 ? (__typeof__(at[0] + 0) *)__builtin_malloc((90) * sizeof(at[0] + 0)) : 0;
#line 117
  int warpcc_fits_u = warpcc_list_u != 0;
#line 117
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < 90; warpcc_k++) {
#line 117
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 117
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] + 2 >= 0 && n > (long)warpcc_list_u[warpcc_k] + 2 && (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k] && (warpcc_k == 0 || warpcc_list_u[warpcc_k] > warpcc_list_u[warpcc_k - 1]);
#line 117
  }
#line 117
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc((180) * sizeof(u[0])) : 0;
#line 117
  #pragma omp target data map(alloc: warpcc_packed_u[0:180]) map(to: warpcc_list_u[0:90]) if(warpcc_packed_u != 0)
#line 117
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 117
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < MOST; i++)
      u[at[i] + 2] += t;
#line 120
    if (warpcc_packed_u) {
#line 120
      for (long warpcc_k = 0; warpcc_k < 90; warpcc_k++)
#line 120
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k] + 2];
#line 120
      #pragma omp target update to(warpcc_packed_u[0:90])
#line 117
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:90], warpcc_list_u[0:90])
#line 117
      for (long warpcc_k = 0; warpcc_k < 90; warpcc_k++)
#line 117
        u[(long)warpcc_list_u[warpcc_k] + 2] = warpcc_packed_u[warpcc_k];
#line 120
    }
#line 120
    scale(u, n);
#line 121
    if (warpcc_packed_u) {
#line 117
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:180], warpcc_list_u[0:90])
#line 117
      for (long warpcc_k = 0; warpcc_k < 180; warpcc_k++)
#line 117
        if (warpcc_k < 90) warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 117
        else warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[(warpcc_k - 90)] + 2];
#line 121
      #pragma omp target update from(warpcc_packed_u[0:180])
#line 121
      for (long warpcc_k = 0; warpcc_k < 180; warpcc_k++)
#line 121
        if (warpcc_k < 90) u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 121
        else u[(long)warpcc_list_u[(warpcc_k - 90)] + 2] = warpcc_packed_u[warpcc_k];
#line 121
    }
#line 121
    for (int i = 1; i <= MOST; i++)
      all += u[at[i - 1]];
  }
#line 117
  __builtin_free(warpcc_list_u);
#line 117
  __builtin_free(warpcc_packed_u);
#line 123
  }
#line 124
  all += sum(u, n);
  free(u);
  return all;
}

/* What the device has of the list is older than what the host has. */
static double older(const int *given, int m, int n, int steps) {
  int *at = malloc((m + 1) * sizeof *at);
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
  for (int i = 0; i < m; i++)
    at[i] = given[i];
  #pragma omp target data map(alloc: at[0:m])
  {
    for (int i = 0; i < m; i++)
      at[i] += 1;
#line 140
    {
#line 140
    __typeof__(at[0] + 0) *const warpcc_list_u = (1 < steps) && m > 0 && (long)8 * n > (long)224 * m + 250000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 140
    int warpcc_fits_u = warpcc_list_u != 0;
#line 140
    for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 140
      warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 140
      warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k];
#line 140
    }
#line 140
    __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc((m) * sizeof(u[0])) : 0;
#line 140
    #pragma omp target data map(alloc: warpcc_packed_u[0:m]) map(to: warpcc_list_u[0:m]) if(warpcc_packed_u != 0)
#line 140
    #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 140
    #pragma omp target data map(to: u[0:n]) if(warpcc_packed_u == 0 && (0 < steps))
#line 140
    for (int t = 0; t < steps; t++) {
      scale(u, n);
#line 142
      if (warpcc_packed_u) {
#line 140
        #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 140
        for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 140
          warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 142
        #pragma omp target update from(warpcc_packed_u[0:m])
#line 142
        for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 142
          u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 142
      } else {
#line 142
        #pragma omp target update from(u[0:n])
#line 142
      }
#line 142
      for (int i = 0; i < m; i++)
        all += u[at[i]];
    }
#line 140
    __builtin_free(warpcc_list_u);
#line 140
    __builtin_free(warpcc_packed_u);
#line 144
    }
#line 145
  }
  all += sum(u, n);
  free(u), free(at);
  return all;
}

/* Each step reads what every second step writes. */
static double seldom(const int *at, int m, int n, int steps) {
  double *u = malloc((n + 8) * sizeof *u), all = 0;
  FILL(u, n + 8);
#line 155
  {
#line 155
  __typeof__(at[0] + 0) *const warpcc_list_u = (1 < steps) && m > 0 && (long)16 * n > (long)340 * m + 500000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 155
  int warpcc_fits_u = warpcc_list_u != 0;
#line 155
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 155
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 155
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k] && (warpcc_k == 0 || warpcc_list_u[warpcc_k] > warpcc_list_u[warpcc_k - 1]);
#line 155
  }
#line 155
  __typeof__(u[0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0]) *)__builtin_malloc((m) * sizeof(u[0])) : 0;
#line 155
  #pragma omp target data map(alloc: warpcc_packed_u[0:m]) map(to: warpcc_list_u[0:m]) if(warpcc_packed_u != 0)
#line 155
  #pragma omp target data map(tofrom: u[0:n]) if(warpcc_packed_u != 0)
#line 155
  for (int t = 0; t < steps; t++) {
    if (t % 2) {
      for (int i = 0; i < m; i++)
        u[at[i]] = -t;
    }
#line 160
    if (warpcc_packed_u) {
#line 160
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 160
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 160
      #pragma omp target update to(warpcc_packed_u[0:m])
#line 155
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 155
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 155
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 160
    }
#line 160
    scale(u, n);
#line 161
    if (warpcc_packed_u) {
#line 155
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 155
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 155
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]];
#line 161
      #pragma omp target update from(warpcc_packed_u[0:m])
#line 161
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 161
        u[(long)warpcc_list_u[warpcc_k]] = warpcc_packed_u[warpcc_k];
#line 161
    }
#line 161
    for (int i = 0; i < m; i++)
      all += u[at[i]];
  }
#line 155
  __builtin_free(warpcc_list_u);
#line 155
  __builtin_free(warpcc_packed_u);
#line 163
  }
#line 164
  all += sum(u, n);
  free(u);
  return all;
}

/* Rows. */
static double rows(const int *at, int m, int n, int k, int steps) {
  double(*u)[k] = malloc(sizeof(double[n][k])), all = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      u[i][j] = i - j;
#line 175
  {
#line 175
  __typeof__(at[0] + 0) *const warpcc_list_u = (0 < steps) && m > 0 && k > 1 && (long)8 * n * k > (long)224 * m + 250000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 175
  int warpcc_fits_u = warpcc_list_u != 0;
#line 175
  for (long warpcc_k = 0; warpcc_fits_u && warpcc_k < m; warpcc_k++) {
#line 175
    warpcc_list_u[warpcc_k] = at[warpcc_k];
#line 175
    warpcc_fits_u = (long)warpcc_list_u[warpcc_k] >= 0 && n > (long)warpcc_list_u[warpcc_k];
#line 175
  }
#line 175
  __typeof__(u[0][0]) *const warpcc_packed_u = warpcc_fits_u ? (__typeof__(u[0][0]) *)__builtin_malloc((m) * sizeof(u[0][0])) : 0;
#line 175
  #pragma omp target data map(alloc: warpcc_packed_u[0:m]) map(to: warpcc_list_u[0:m]) if(warpcc_packed_u != 0)
#line 175
  #pragma omp target data map(to: u[0:n]) if(0 < steps)
#line 175
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u[0:n])
    for (int i = 0; i < n; i++)
      for (int j = 0; j < k; j++)
        u[i][j] = u[i][j] / 2 + 1;
#line 180
    if (warpcc_packed_u) {
#line 175
      #pragma omp target teams distribute parallel for map(alloc: u[0:n], warpcc_packed_u[0:m], warpcc_list_u[0:m])
#line 175
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 175
        warpcc_packed_u[warpcc_k] = u[(long)warpcc_list_u[warpcc_k]][1];
#line 180
      #pragma omp target update from(warpcc_packed_u[0:m])
#line 180
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 180
        u[(long)warpcc_list_u[warpcc_k]][1] = warpcc_packed_u[warpcc_k];
#line 180
    } else {
#line 180
      #pragma omp target update from(u[0:n])
#line 180
    }
#line 180
    for (int i = 0; i < m; i++)
      all += u[at[i]][1];
  }
#line 175
  __builtin_free(warpcc_list_u);
#line 175
  __builtin_free(warpcc_packed_u);
#line 182
  }
#line 183
  free(u);
  return all;
}

struct point {
  double x, y;
  int kind;
  double extra[13];
};

/* Members. */
static double members(const int *at, int m, int n, int steps) {
  struct point *p = malloc(n * sizeof *p);
  double all = 0;
  for (int i = 0; i < n; i++) {
    struct point own = {i, 2 * i, i % 3, {i}};
    p[i] = own;
  }
#line 201
  {
#line 201
  __typeof__(at[0] + 0) *const warpcc_list_p = (1 < steps) && m > 0 && (long)256 * n > (long)340 * m + 500000 ? (__typeof__(at[0] + 0) *)__builtin_malloc((m) * sizeof(at[0] + 0)) : 0;
#line 201
  int warpcc_fits_p = warpcc_list_p != 0;
#line 201
  for (long warpcc_k = 0; warpcc_fits_p && warpcc_k < m; warpcc_k++) {
#line 201
    warpcc_list_p[warpcc_k] = at[warpcc_k];
#line 201
    warpcc_fits_p = (long)warpcc_list_p[warpcc_k] >= 0 && n > (long)warpcc_list_p[warpcc_k] && (warpcc_k == 0 || warpcc_list_p[warpcc_k] > warpcc_list_p[warpcc_k - 1]);
#line 201
  }
#line 201
  __typeof__(p[0].x) *const warpcc_packed_p = warpcc_fits_p ? (__typeof__(p[0].x) *)__builtin_malloc(((long)2 * m) * sizeof(p[0].x)) : 0;
#line 201
  #pragma omp target data map(alloc: warpcc_packed_p[0:(long)2 * m]) map(to: warpcc_list_p[0:m]) if(warpcc_packed_p != 0)
#line 201
  #pragma omp target data map(tofrom: p[0:n]) if(warpcc_packed_p != 0)
#line 201
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < m; i++)
      p[at[i]].x = t;
#line 204
    if (warpcc_packed_p) {
#line 204
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 204
        warpcc_packed_p[warpcc_k] = p[(long)warpcc_list_p[warpcc_k]].x;
#line 204
      #pragma omp target update to(warpcc_packed_p[0:m])
#line 201
      #pragma omp target teams distribute parallel for map(alloc: p[0:n], warpcc_packed_p[0:m], warpcc_list_p[0:m])
#line 201
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 201
        p[(long)warpcc_list_p[warpcc_k]].x = warpcc_packed_p[warpcc_k];
#line 204
    }
#line 204
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++) {
      p[i].x = p[i].x / 2 + p[i].kind;
      p[i].y = p[i].y / 2 + p[i].x;
    }
#line 209
    if (warpcc_packed_p) {
#line 201
      #pragma omp target teams distribute parallel for map(alloc: p[0:n], warpcc_packed_p[0:m], warpcc_list_p[0:m])
#line 201
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 201
        warpcc_packed_p[warpcc_k] = p[(long)warpcc_list_p[warpcc_k]].y;
#line 209
      #pragma omp target update from(warpcc_packed_p[0:m])
#line 209
      for (long warpcc_k = 0; warpcc_k < m; warpcc_k++)
#line 209
        p[(long)warpcc_list_p[warpcc_k]].y = warpcc_packed_p[warpcc_k];
#line 209
    }
#line 209
    for (int i = 0; i < m; i++)
      all += p[at[i]].y;
  }
#line 201
  __builtin_free(warpcc_list_p);
#line 201
  __builtin_free(warpcc_packed_p);
#line 211
  }
#line 212
  for (int i = 0; i < n; i++)
    all += p[i].x + p[i].y + p[i].extra[0];
  free(p);
  return all;
}

int main(void) {
  int rising[MOST], mixed[MOST], wrong[MOST];
  long wide[MOST + 2];
  for (int i = 0; i < MOST; i++) {
    rising[i] = 37 * i + i % 5;
    mixed[i] = 1000 + i * 7 % 31;
    wrong[i] = i == 40 ? LARGE + 3 : i;
  }
  for (int i = 0; i < MOST + 2; i++)
    wide[i] = 300 * i + 1;
  const int *lists[] = {rising, mixed, wrong};
  for (int steps = 0; steps < 6; steps += 3) {
    for (int k = 0; k < 3; k++) {
      const int *at = lists[k];
      printf("%g %g\n", probes(at, MOST, LARGE, steps), nodes(at, MOST, LARGE, steps));
      printf("%g %g\n", relaxed(at, MOST, LARGE, steps), seldom(at, MOST, LARGE, steps));
      printf("%g\n", exchange(mixed, at, MOST, LARGE, steps));
    }
    printf("%g %g\n", components(rising, 60, 4, 1, LARGE, steps), components(rising, 60, 3, 2, LARGE, steps));
    printf("%g %g\n", named(wide, 0, MOST, LARGE, steps), named(wide, 9, 12, LARGE, steps));
    printf("%g %g\n", declared(LARGE, steps), older(rising, MOST, LARGE, steps));
    printf("%g %g\n", rows(rising, MOST, LARGE / 15, 15, steps), members(rising, MOST, LARGE / 15, steps));
    printf("%g %g\n", probes(rising, 0, LARGE, steps), nodes(rising, -4, LARGE, steps));
    printf("%g %g\n", probes(0, 0, LARGE, steps), relaxed(rising, 50, 2000, steps));
  }
  printf("%g %g\n", probes(0, 5, LARGE, 0), nodes(0, 5, LARGE, 0));
  return 0;
}
