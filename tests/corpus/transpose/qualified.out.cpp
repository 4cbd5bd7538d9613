/* Definitions whose text says more than their value: functions may be chosen by it. */
#include "../check.h"
enum { N = 40, M = 56 };
enum Axis : unsigned { X, Y };

#pragma omp declare target
int kind(const int &) { return 1; }
int kind(int &) { return 2; }
int name(Axis) { return 3; }
int name(unsigned) { return 4; }
#pragma omp end declare target

static void constants(double *a, int n, int m) {
#line 14
  {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 14
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 14
    #pragma clang diagnostic pop
#line 14
    if (warpcc_holds) {
#line 14
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) //~ plan=transpose(id)
#line 15
  for (int id = 0; id < n * m; id++) {
#line 16
    const int i = id / m;
#line 16
    const int j = id % m;
#line 17
    a[i * m + j] += kind(i);
#line 15
  }
#line 18
    } else {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 14
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) //~ plan=transpose(id)
#line 15
  for (int id = 0; id < n * m; id++) {
    const int i = id % n, j = id / n;
    a[i * m + j] += kind(i);
  }
#line 18
    #pragma clang diagnostic pop
#line 18
    }
#line 18
  }
#line 19
}

static void enumeration(double *a, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) //~ plan=none WC211
  for (int id = 0; id < n * m; id++) {
    Axis i = (Axis)(id % n);
    int j = id / n;
    a[i * m + j] += name(i);
  }
}

static void qualified(double *a, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) //~ plan=none
  for (int id = 0; id < n * m; id++) {
    volatile int i = id % n;
    int j = id / n;
    a[i * m + j] += 1;
  }
}

int main() {
  static double a[N * M];
  FILL(a, N * M);
  constants(a, N, M); SHOW(a, N * M);
  enumeration(a, N, M); SHOW(a, N * M);
  qualified(a, N, M); SHOW(a, N * M);
  return 0;
}
