/* warpcc-flags: -std=c11 */
/* Conditions that stay between their loops. */
#include "../check.h"

enum { N = 40 };
static double a[N][N], b[N][N];
static int d[N * N], keep[N], last[N];

/* The inner loop writes what the condition reads: the row's element of column k, in its iteration k. */
static void in_place(int n, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: d) //~ plan=teams(j) WC206
  for (int i = 0; i < n; i++)
    if (d[i * n + k] < 90)
      for (int j = 0; j < n; j++)
        d[i * n + j] = d[i * n + j] + 1;
}

/* A variable of the condition changes behind it. */
static void changed(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: keep) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    int own = keep[i];
    if (own > 0) {
      own = own - 2;
      for (int j = 0; j < n; j++)
        a[i][j] += own;
    }
  }
}

/* The other branch. */
static void otherwise(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, last) map(to: keep) //~ WC201
  for (int i = 0; i < n; i++)
    if (keep[i])
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
    else
      last[i] = 1;
}

/* A statement behind the loop, in the condition and behind it. */
static void behind(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, last) map(to: keep) //~ WC201
  for (int i = 0; i < n; i++)
    if (keep[i]) {
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
      last[i] = 1;
    }
  #pragma omp target teams distribute parallel for map(tofrom: a, last) map(to: keep) //~ WC201
  for (int i = 0; i < n; i++) {
    if (keep[i])
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
    last[i] += 1;
  }
}

/* The condition keeps the loop from dividing by zero, from running on, from reading what is not there. */
static void guards(int n, int m, const int *restrict ends) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ WC201
  for (int i = 0; i < n; i++)
    if (m != 0)
      for (int j = 0; j < n / m; j++)
        a[i][j] += 1;
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ WC201
  for (int i = 0; i < n; i++)
    if (m > 0 && m < n)
      for (int j = 0; j != m; j++)
        a[i][j] += 1;
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ WC201
  for (int i = 0; i < n; i++)
    if (m >= 0)
      for (int j = 0; j < (unsigned)m; j++)
        a[i][j] += 1;
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: ends[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    if (i < m)
      for (int j = 0; j < ends[i]; j++)
        a[i][j] += 1;
}

/* A name that means something else further in. */
static void shadowed(int n, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ WC201
  for (int i = 0; i < n; i++)
    if (i % 3 != k)
      for (int j = 0; j < n; j++) {
        int k = j % 2;
        b[i][j] += k;
      }
}

/* An effect in the condition, and a macro that is all of it. */
#define UNLESS(x) if (!(x))
static void odd(int n, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: b) firstprivate(k) //~ WC201
  for (int i = 0; i < n; i++) {
    int own = i;
    if (own++ % 3 != k)
      for (int j = 0; j < n; j++)
        b[i][j] += own;
  }
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ WC201
  for (int i = 0; i < n; i++)
    UNLESS(i == k)
      for (int j = 0; j < n; j++)
        b[i][j] += 2;
}

/* A comment in the condition is lost; an empty statement behind the loop keeps the text where it is. */
static void text(int n, int k) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+guard(116)
  for (int i = 0; i < n; i++)
    if (i != k /* the row itself */)
      for (int j = 0; j < n; j++)
        b[i][j] += 3;
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    if (i != k) {
      for (int j = 0; j < n; j++)
        b[i][j] += 3;
      ;
    }
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(d, N * N);
  int ends[N];
  for (int i = 0; i < N; i++) {
    keep[i] = i % 3;
    ends[i] = i;
  }
  in_place(N, 3);
  changed(N);
  otherwise(N);
  behind(N);
  guards(N, 2, ends);
  guards(N, 0, ends);
  shadowed(N, 1);
  odd(N, 1);
  text(N, 4);
  SHOW(d, N * N);
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  SHOW(last, N);
  return 0;
}
