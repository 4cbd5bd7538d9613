/* warpcc-flags: -std=c11 */
/* Two levels whose inner loop may be shorter than a team has threads: then the iterations of both are shared by all threads. */
#include "../check.h"

enum { N = 60 };
static int d[N * N], row[N], col[N], next[N * N];
static float table[N * N], weight[N];

/* Shortest paths by way of one node, whose row and column are copies. */
static void paths(int n) {
  #pragma omp target teams distribute map(tofrom: d) map(to: row, col) //~ plan=combine+collapse(2)+guard(13,14)
  for (int i = 0; i < n; i++) {
    int first = col[i];
    if (first < 90) {
      #pragma omp parallel for
      for (int j = 0; j < n; j++) {
        int through = first + row[j];
        if (through < d[i * n + j])
          d[i * n + j] = through;
      }
    }
  }
}

/* Nothing stands between the levels; the length is a difference. */
static void scaled(int n, int m) {
  #pragma omp target teams distribute map(tofrom: table) map(to: weight) //~ plan=combine+collapse(2)
  for (int i = 0; i < n; i++)
    #pragma omp parallel for
    for (int j = 1; j < m - 1; j++)
      table[i * m + j] *= weight[j];
}

/* The iteration ends early, and a definition stands behind that. */
static void skipped(int n, int k) {
  #pragma omp target teams distribute map(tofrom: next) map(to: row) //~ plan=combine+collapse(2)+guard(38,40)
  for (int i = 0; i < n; i++) {
    if (i == k)
      continue;
    const int *from = row + 0;
    #pragma omp parallel for shared(from)
    for (int j = 0; j < n; j++)
      next[i * n + j] += from[j] + k;
  }
}

/* The length is a number: it is counted. */
static void counted(int n) {
  #pragma omp target teams distribute map(tofrom: next) //~ plan=combine+collapse(2) !WC109
  for (int i = 0; i < n; i++)
    #pragma omp parallel for
    for (int j = 0; j < N; j++)
      next[i * N + j] += 2;
}

/* What the teams load is stored by the threads: it stays where it is. */
static void in_place(int n, int k) {
  #pragma omp target teams distribute map(tofrom: d) //~ plan=none WC210
  for (int i = 0; i < n; i++)
    if (d[i * n + k] < 90) {
      #pragma omp parallel for
      for (int j = 0; j < n; j++)
        d[i * n + j] += 1;
    }
}

int main(void) {
  FILL(d, N * N);
  FILL(next, N * N);
  FILL(table, N * N);
  FILL(weight, N);
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < N; i++) {
      row[i] = d[k * N + i];
      col[i] = d[i * N + k];
    }
    paths(N);
    skipped(N, k);
  }
  scaled(N, N);
  counted(N);
  in_place(N, 3);
  SHOW(d, N * N);
  SHOW(next, N * N);
  SHOW(table, N * N);
  return 0;
}
