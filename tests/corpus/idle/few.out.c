/* Every lane has sectors of its own, whether the threads share the rows or all cells: nothing is gained on a full device. How
   many rows there are is known at run time; where they are few, more threads have work with both loops. */
#include "../check.h"

enum { N = 40, CELL = 4, MANY = 200000 };
typedef struct cell { double v[CELL]; } Cell;

static void rows(int n, int m, Cell *c) {
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = 79104 >= (__int128)n; _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: c[0:n*m])")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ j=proved
      c[i * m + j].v[0] += i + j; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: c[0:n*m])") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) c[i * m + j].v[0] += i + j; _Pragma("clang diagnostic pop") } } //~ sectors=32->32
}

/* All three loops: the fewer iterations are those of the outermost alone. */
static void planes(int n, Cell *c) {
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = 74496 >= (__int128)n; _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(3) map(tofrom: c[0:n*n*n])")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[(i * n + j) * n + k].v[1] += i + k; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: c[0:n*n*n])") for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) c[(i * n + j) * n + k].v[1] += i + k; _Pragma("clang diagnostic pop") } }
}

/* A test for two reasons. */
static void apart(int n, int m, Cell *to, const Cell *from) {
{ _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = 79104 >= (__int128)n && ((__int128)(__UINTPTR_TYPE__)from - (__int128)24 + (__int128)32 * n * m <= (__int128)(__UINTPTR_TYPE__)to + (__int128)16 || (__int128)(__UINTPTR_TYPE__)to - (__int128)8 + (__int128)32 * n * m <= (__int128)(__UINTPTR_TYPE__)from); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(from, to)") { warpcc_holds = 79104 >= (__int128)n && ((__int128)(__UINTPTR_TYPE__)from - (__int128)24 + (__int128)32 * n * m <= (__int128)(__UINTPTR_TYPE__)to + (__int128)16 || (__int128)(__UINTPTR_TYPE__)to - (__int128)8 + (__int128)32 * n * m <= (__int128)(__UINTPTR_TYPE__)from); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j].v[2] = from[i * m + j].v[0]; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) to[i * m + j].v[2] = from[i * m + j].v[0]; _Pragma("clang diagnostic pop") } }
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
