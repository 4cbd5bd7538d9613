/* warpcc-flags: -std=c11 */
/* Arrays that no clause names are brought once as a whole, or are there: other units may map parts of those that they know. */
#include "../check.h"

enum { N = 96, M = 80 };
static double d[N][M], out[N];
double known[N][M];

static void rows(void) {
#line 10
  {
#line 10
  #pragma omp target data map(tofrom: out) map(tofrom: d)
#line 10
  {
#line 10
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: out) //~ plan=distribute(12:collapse(2)|14:none)
  for (int i = 10; i < 30; i++) {
    for (int j = 0; j < M; j++)
      d[i][j] += i;
#line 14
  }
#line 14
  #pragma clang diagnostic push
#line 14
  #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for map(tofrom: out) //~ plan=distribute(12:collapse(2)|14:none)
#line 11
  for (int i = 10; i < 30; i++) {
#line 14
  #pragma clang diagnostic pop
#line 14
    for (int j = 0; j < M; j++)
      out[i] += d[i][j];
  }
#line 16
  }
#line 16
  }
#line 17
}

static void of_others(void) {
  #pragma omp target teams distribute parallel for map(tofrom: out) //~ plan=none WC211
  for (int i = 10; i < 30; i++) {
    for (int j = 0; j < M; j++)
      known[i][j] += i;
    for (int j = 0; j < M; j++)
      out[i] += known[i][j];
  }
}

static void named(void) {
#line 30
  {
#line 30
  #pragma omp target data map(tofrom: out, known)
#line 30
  {
#line 30
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: out, known) //~ plan=distribute(32:collapse(2)|34:none)
  for (int i = 10; i < 30; i++) {
    for (int j = 0; j < M; j++)
      known[i][j] += i;
#line 34
  }
#line 34
  #pragma clang diagnostic push
#line 34
  #pragma clang diagnostic ignored "-Weverything"
#line 30
  #pragma omp target teams distribute parallel for map(tofrom: out, known) //~ plan=distribute(32:collapse(2)|34:none)
#line 31
  for (int i = 10; i < 30; i++) {
#line 34
  #pragma clang diagnostic pop
#line 34
    for (int j = 0; j < M; j++)
      out[i] += known[i][j];
  }
#line 36
  }
#line 36
  }
#line 37
}

int main(void) {
  double *all = &d[0][0], *others = &known[0][0];
  FILL(all, N * M);
  FILL(others, N * M);
  rows();
  SHOW(out, N);
  SHOW(all, N * M);
  #pragma omp target enter data map(to: d)
  rows();
  #pragma omp target exit data map(from: d)
  of_others();
  named();
  SHOW(out, N);
  SHOW(all, N * M);
  SHOW(others, N * M);
  return 0;
}
