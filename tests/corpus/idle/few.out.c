/* Every lane has sectors of its own, whether the threads share the rows or all cells: nothing is gained on a full device. How
   many rows there are is known at run time; where they are few, more threads have work with both loops. */
#include "../check.h"

enum { N = 40, CELL = 4, MANY = 200000 };
typedef struct cell { double v[CELL]; } Cell;

static void rows(int n, int m, Cell *c) {
#line 9
{
#line 9
  #pragma clang diagnostic push
#line 9
  #pragma clang diagnostic ignored "-Weverything"
#line 9
  int warpcc_holds = 79104 >= (__int128)n;
#line 9
  #pragma clang diagnostic pop
#line 9
  if (warpcc_holds) {
#line 9
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: c[0:n*m]) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      c[i * m + j].v[0] += i + j; //~ sectors=32->32
#line 12
  } else {
#line 12
  #pragma clang diagnostic push
#line 12
  #pragma clang diagnostic ignored "-Weverything"
#line 9
#pragma omp target teams distribute parallel for map(tofrom: c[0:n*m]) //~ plan=collapse(2) WC109
#line 10
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      c[i * m + j].v[0] += i + j;
#line 12
  #pragma clang diagnostic pop
#line 12
  }
#line 12
}
#line 13
}

/* All three loops: the fewer iterations are those of the outermost alone. */
static void planes(int n, Cell *c) {
#line 17
{
#line 17
  #pragma clang diagnostic push
#line 17
  #pragma clang diagnostic ignored "-Weverything"
#line 17
  int warpcc_holds = 74496 >= (__int128)n;
#line 17
  #pragma clang diagnostic pop
#line 17
  if (warpcc_holds) {
#line 17
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:n*n*n]) //~ plan=collapse(3) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[(i * n + j) * n + k].v[1] += i + k;
#line 21
  } else {
#line 21
  #pragma clang diagnostic push
#line 21
  #pragma clang diagnostic ignored "-Weverything"
#line 17
#pragma omp target teams distribute parallel for map(tofrom: c[0:n*n*n]) //~ plan=collapse(3) WC109
#line 18
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[(i * n + j) * n + k].v[1] += i + k;
#line 21
  #pragma clang diagnostic pop
#line 21
  }
#line 21
}
#line 22
}

/* A test for two reasons. */
static void apart(int n, int m, Cell *to, const Cell *from) {
#line 26
{
#line 26
  #pragma clang diagnostic push
#line 26
  #pragma clang diagnostic ignored "-Weverything"
#line 26
  int warpcc_holds = 79104 >= (__int128)n && ((__int128)(__UINTPTR_TYPE__)from - (__int128)24 + (__int128)32 * n * m <= (__int128)(__UINTPTR_TYPE__)to + (__int128)16 || (__int128)(__UINTPTR_TYPE__)to - (__int128)8 + (__int128)32 * n * m <= (__int128)(__UINTPTR_TYPE__)from);
#line 26
  if (warpcc_holds) {
#line 26
  #pragma omp target data use_device_ptr(from, to)
#line 26
    { warpcc_holds = 79104 >= (__int128)n && ((from && to && ((__int128)(__UINTPTR_TYPE__)from - (__int128)24 + (__int128)32 * n * m <= (__int128)(__UINTPTR_TYPE__)to + (__int128)16 || (__int128)(__UINTPTR_TYPE__)to - (__int128)8 + (__int128)32 * n * m <= (__int128)(__UINTPTR_TYPE__)from))); }
#line 26
  }
#line 26
  #pragma clang diagnostic pop
#line 26
  if (warpcc_holds) {
#line 26
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109 !WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j].v[2] = from[i * m + j].v[0];
#line 29
  } else {
#line 29
  #pragma clang diagnostic push
#line 29
  #pragma clang diagnostic ignored "-Weverything"
#line 26
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109 !WC207
#line 27
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j].v[2] = from[i * m + j].v[0];
#line 29
  #pragma clang diagnostic pop
#line 29
  }
#line 29
}
#line 30
}

/* Many rows are known to be many, few to be few: no test. */
static void known(Cell *c) {
#pragma omp target teams distribute parallel for map(tofrom: c[0:MANY*2]) //~ plan=none WC210
  for (int i = 0; i < MANY; i++)
    for (int j = 0; j < 2; j++)
      c[i * 2 + j].v[0] += i - j;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: c[0:N*N]) //~ plan=collapse(2) !WC109
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      c[i * N + j].v[0] += i - j;
}

/* Twice as many threads are not worth their indices. */
static void pairs(int n, Cell *c) {
#pragma omp target teams distribute parallel for map(tofrom: c[0:2*n]) //~ plan=none WC210
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++)
      c[2 * i + j].v[3] += i + j;
}

/* Each row needs the one before: there is nothing to share. */
static void chained(int n, int m, Cell *c) {
#pragma omp target teams distribute parallel for map(tofrom: c[0:n*m]) //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      c[i * m + j].v[0] += c[i * m + j - 1].v[0];
}

static void show(const Cell *c, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    for (int v = 0; v < CELL; v++) sum += (k % 31 + v) * c[k].v[v];
  printf("%.0f\n", sum);
}

int main(void) {
  Cell *c = calloc(2 * MANY, sizeof *c);
  rows(N, N + 3, c);
  planes(12, c);
  apart(N, N, c, c);
  apart(N, N, c + N * N, c);
  show(c, 2 * N * N);
  known(c);
  pairs(N, c);
  rows(100000, 2, c);
  chained(8, 9, c);
  show(c, 2 * MANY);
  free(c);
  return 0;
}
