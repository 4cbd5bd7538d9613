/* Clauses beside two levels: what is about the loops of the teams, or about how many there are, stays with them. */
/* warpcc-flags: -O2 */
#include "../check.h"

enum { B = 6, N = 20, M = 64 };

/* Both outer loops are the teams'. */
static void blocks(int b, int n, int m, double *restrict a, const double *restrict w, const int *restrict many) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = (__int128)m >= 32;
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute collapse(2) map(tofrom: a[0:b*n*m]) map(to: w[0:m], many[0:n]) //~ plan=teams(j)
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n; i++) {
      int count = many[i] % 4 + k % 2;
#line 13
      #pragma omp parallel firstprivate(k, i, count)
#line 13
      for (int t = 0; t < count; t++)
#line 14
        #pragma omp for
#line 14
        for (int j = 0; j < m; j++)
          a[(k * n + i) * m + j] = a[(k * n + i) * m + j] * 0.5 + w[j];
    }
#line 16
    } else {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:b*n*m]) map(to: w[0:m], many[0:n]) //~ plan=teams(j)
#line 10
  for (int k = 0; k < b; k++)
    for (int i = 0; i < n; i++) {
      int count = many[i] % 4 + k % 2;
      for (int t = 0; t < count; t++)
        for (int j = 0; j < m; j++)
          a[(k * n + i) * m + j] = a[(k * n + i) * m + j] * 0.5 + w[j];
    }
#line 16
    #pragma clang diagnostic pop
#line 16
    }
#line 16
  }
#line 17
}

/* So many teams as the program wants, and so many threads of each: a region for each loop, for threads that are left out of one with
   several loops would miss the barriers in it. */
static void few_teams(int n, int m, double *restrict a, const double *restrict w, const int *restrict many) {
#line 22
  {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 22
    int warpcc_holds = (__int128)m >= 32;
#line 22
    #pragma clang diagnostic pop
#line 22
    if (warpcc_holds) {
#line 22
  #pragma omp target teams distribute num_teams(n / 2)  collapse(1) map(tofrom: a[0:n*m]) map(to: w[0:m], many[0:n]) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    int count = many[i] % 5;
    for (int t = 0; t < count; t++)
#line 26
      #pragma omp parallel for num_threads(m) firstprivate(i)
#line 26
      for (int j = 0; j < m; j++)
        a[i * m + j] = a[i * m + j] * 0.5 + w[j];
  }
#line 28
    } else {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 22
  #pragma omp target teams distribute parallel for num_teams(n / 2) num_threads(m) collapse(1) map(tofrom: a[0:n*m]) map(to: w[0:m], many[0:n]) //~ plan=teams(j)
#line 23
  for (int i = 0; i < n; i++) {
    int count = many[i] % 5;
    for (int t = 0; t < count; t++)
      for (int j = 0; j < m; j++)
        a[i * m + j] = a[i * m + j] * 0.5 + w[j];
  }
#line 28
    #pragma clang diagnostic pop
#line 28
    }
#line 28
  }
#line 29
}

/* Where it runs is no matter of the threads. */
static void chosen(int b, int n, int m, int here, double *restrict a, const double *restrict w, const int *restrict many) {
  int i, j, t, count;
#line 34
  {
#line 34
    #pragma clang diagnostic push
#line 34
    #pragma clang diagnostic ignored "-Weverything"
#line 34
    int warpcc_holds = (__int128)m >= 32;
#line 34
    #pragma clang diagnostic pop
#line 34
    if (warpcc_holds) {
#line 34
  #pragma omp target teams distribute collapse(2) private(i, j, t, count) if(target: here == 0) map(tofrom: a[0:b*n*m]) map(to: w[0:m], many[0:n]) //~ plan=teams(j)
  for (int k = 0; k < b; k++)
    for (i = 0; i < n; i++) {
      count = many[i] % 3 + 1;
      for (t = 0; t < count; t++)
#line 39
        #pragma omp parallel for firstprivate(k, i)
#line 39
        for (j = 0; j < m; j++)
          a[(k * n + i) * m + j] = a[(k * n + i) * m + j] * 0.5 + w[j];
    }
#line 41
    } else {
#line 41
    #pragma clang diagnostic push
#line 41
    #pragma clang diagnostic ignored "-Weverything"
#line 34
  #pragma omp target teams distribute parallel for collapse(2) private(i, j, t, count) if(target: here == 0) map(tofrom: a[0:b*n*m]) map(to: w[0:m], many[0:n]) //~ plan=teams(j)
#line 35
  for (int k = 0; k < b; k++)
    for (i = 0; i < n; i++) {
      count = many[i] % 3 + 1;
      for (t = 0; t < count; t++)
        for (j = 0; j < m; j++)
          a[(k * n + i) * m + j] = a[(k * n + i) * m + j] * 0.5 + w[j];
    }
#line 41
    #pragma clang diagnostic pop
#line 41
    }
#line 41
  }
#line 42
}

/* All loops are those of the directive: none is left for threads. */
static void plain(int n, int m, double *restrict a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*m]) //~ plan=none !WC211
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i * m + j] += 1;
}

/* The loop inside is a sum: that is what stands in the way, and no clause. */
static void product(int n, int m, const double *restrict a, double *restrict y) {
  #pragma omp target teams distribute parallel for collapse(2) thread_limit(128) map(to: a[0:n*m]) map(from: y[0:n*n]) //~ plan=none !WC211
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      double s = 0;
      for (int j = 0; j < m; j++) s = s * 0.5 + a[i * m + j] * a[j * n + k];
      y[i * n + k] = s;
    }
}

/* One team would run its iterations in order. */
static void one_team(int n, int m, double *restrict a, const double *restrict w, const int *restrict many) {
  #pragma omp target teams distribute parallel for num_teams(1) num_threads(1) map(tofrom: a[0:n*m]) map(to: w[0:m], many[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int count = many[i] % 5;
    for (int t = 0; t < count; t++)
      for (int j = 0; j < m; j++)
        a[i * m + j] = a[i * m + j] * 0.5 + w[j];
  }
}

int main(void) {
  double *a = malloc(sizeof(double) * B * N * M), w[M], y[N * N];
  int many[N];
  FILL(a, B * N * M); FILL(w, M); FILL(many, N);
  blocks(B, N, M, a, w, many); SHOW(a, B * N * M);
  few_teams(N, M, a, w, many); SHOW(a, N * M);
  few_teams(N, 33, a, w, many); SHOW(a, N * M);
  chosen(B, N, M, 0, a, w, many); SHOW(a, B * N * M);
  plain(N, M, a); SHOW(a, N * M);
  product(N, M, a, y); SHOW(y, N * N);
  one_team(N, M, a, w, many); SHOW(a, N * M);
  return 0;
}
