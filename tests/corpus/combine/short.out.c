/* warpcc-flags: -std=c11 */
/* Two levels whose inner loop may be shorter than a team has threads: then the iterations of both are shared by all threads. */
#include "../check.h"

enum { N = 60 };
static int d[N * N], row[N], col[N], next[N * N];
static float table[N * N], weight[N];

/* Shortest paths by way of one node, whose row and column are copies. */
static void paths(int n) {
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = 112 >= (__int128)n;
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: d) map(to: row, col) //~ plan=combine+collapse(2)+guard(13,14)
  for (int i = 0; i < n; i++) {
#line 14
     {
#line 16
      for (int j = 0; j < n; j++) {
#line 13
        int first = col[i];
#line 14
        if (first < 90) {
#line 17
        int through = first + row[j];
        if (through < d[i * n + j])
          d[i * n + j] = through;
      } }
    }
  }
#line 22
    } else {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute map(tofrom: d) map(to: row, col) //~ plan=combine+collapse(2)+guard(13,14)
#line 12
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
#line 22
    #pragma clang diagnostic pop
#line 22
    }
#line 22
  }
#line 23
}

/* Nothing stands between the levels; the length is a difference. */
static void scaled(int n, int m) {
#line 27
  {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 27
    int warpcc_holds = 130 >= (__int128)m;
#line 27
    #pragma clang diagnostic pop
#line 27
    if (warpcc_holds) {
#line 27
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: table) map(to: weight) //~ plan=combine+collapse(2)
  for (int i = 0; i < n; i++)
#line 30
    for (int j = 1; j < m - 1; j++)
      table[i * m + j] *= weight[j];
#line 31
    } else {
#line 31
    #pragma clang diagnostic push
#line 31
    #pragma clang diagnostic ignored "-Weverything"
#line 27
  #pragma omp target teams distribute map(tofrom: table) map(to: weight) //~ plan=combine+collapse(2)
#line 28
  for (int i = 0; i < n; i++)
    #pragma omp parallel for
    for (int j = 1; j < m - 1; j++)
      table[i * m + j] *= weight[j];
#line 31
    #pragma clang diagnostic pop
#line 31
    }
#line 31
  }
#line 32
}

/* The iteration ends early, and a definition stands behind that. */
static void skipped(int n, int k) {
#line 36
  {
#line 36
    #pragma clang diagnostic push
#line 36
    #pragma clang diagnostic ignored "-Weverything"
#line 36
    int warpcc_holds = 128 >= (__int128)n;
#line 36
    #pragma clang diagnostic pop
#line 36
    if (warpcc_holds) {
#line 36
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: next) map(to: row) //~ plan=combine+collapse(2)+guard(38,40)
  for (int i = 0; i < n; i++) {
#line 42
    for (int j = 0; j < n; j++) {
#line 38
      if (i == k) continue;
#line 40
      const int *from = row + 0;
#line 43
      next[i * n + j] += from[j] + k;
#line 43
    }
#line 44
  }
#line 44
    } else {
#line 44
    #pragma clang diagnostic push
#line 44
    #pragma clang diagnostic ignored "-Weverything"
#line 36
  #pragma omp target teams distribute map(tofrom: next) map(to: row) //~ plan=combine+collapse(2)+guard(38,40)
#line 37
  for (int i = 0; i < n; i++) {
    if (i == k)
      continue;
    const int *from = row + 0;
    #pragma omp parallel for shared(from)
    for (int j = 0; j < n; j++)
      next[i * n + j] += from[j] + k;
  }
#line 44
    #pragma clang diagnostic pop
#line 44
    }
#line 44
  }
#line 45
}

/* The length is a number: it is counted. */
static void counted(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: next) //~ plan=combine+collapse(2) !WC109
  for (int i = 0; i < n; i++)
#line 52
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
