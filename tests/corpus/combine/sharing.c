/* warpcc-flags: -std=c11 */
/* What the directive inside says of variables is lost with it. */
#include "../check.h"

enum { N = 96, M = 80 };
static double a[M][N], out[N];

/* A copy of pos starts from the largest int, not from -1. */
static void position(int n) {
  #pragma omp target teams distribute map(tofrom: a, out) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int pos = -1;
    #pragma omp parallel for reduction(min: pos)
    for (int j = 0; j < M; j++)
      if (a[j][i] == i + 90)
        pos = j;
    out[i] = pos;
  }
}

/* && makes 1 of 7. */
static void truth(int n) {
  #pragma omp target teams distribute map(tofrom: a, out) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int ok = 7;
    #pragma omp parallel for reduction(&&: ok)
    for (int j = 0; j < M; j++)
      ok = ok && a[j][i] >= 0;
    out[i] = ok;
  }
}

/* A sum of one thread is the sum. */
static void sums(int n) {
  #pragma omp target teams distribute map(tofrom: a, out) //~ plan=combine
  for (int i = 0; i < n; i++) {
    double sum = i;
    #pragma omp parallel for reduction(+: sum)
    for (int j = 0; j < M; j++)
      sum += a[j][i];
    out[i] = sum;
  }
}

/* Threads have copies of t. */
static void copies(int n) {
  #pragma omp target teams distribute map(tofrom: a, out) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    double t = i;
    #pragma omp parallel for default(firstprivate) shared(a, i)
    for (int j = 0; j < M; j++) {
      t = a[j][i] * 2;
      a[j][i] = t - a[j][i] + 1;
    }
    out[i] = t;
  }
}

/* Nobody else sees t. */
static void listed(int n) {
  #pragma omp target teams distribute map(tofrom: a, out) //~ plan=combine+collapse(2)+interchange(j,i)
  for (int i = 0; i < n; i++)
    #pragma omp parallel for default(none) shared(a, i)
    for (int j = 0; j < M; j++) {
      double t = a[j][i] * 2;
      a[j][i] = t - a[j][i] + 1;
    }
}

/* Each thread counts for itself: j is 7 afterwards. */
static void counter(int n) {
  #pragma omp target teams distribute map(tofrom: a, out) //~ plan=none WC104
  for (int i = 0; i < n; i++) {
    int j = 7;
    #pragma omp parallel for
    for (j = 0; j < M; j++)
      a[j][i] += 1;
    out[i] = j;
  }
}

int main(void) {
  double *all = &a[0][0];
  FILL(all, M * N);
  position(N);
  SHOW(out, N);
  truth(N);
  SHOW(out, N);
  sums(N);
  SHOW(out, N);
  copies(N);
  SHOW(out, N);
  listed(N);
  SHOW(all, M * N);
  counter(N);
  SHOW(out, N);
  SHOW(all, M * N);
  return 0;
}
