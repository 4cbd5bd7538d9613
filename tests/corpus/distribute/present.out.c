/* warpcc-flags: -std=c11 */
/* Arrays that no clause names are brought once as a whole, or are there: other units may map parts of those that they know. */
#include "../check.h"

enum { N = 96, M = 80 };
static double d[N][M], out[N];
double known[N][M];

static void rows(void) {
  { _Pragma("omp target data map(tofrom: out) map(tofrom: d)") { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: out)")
  for (int i = 10; i < 30; i++) {
    for (int j = 0; j < M; j++)
      d[i][j] += i;
    } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: out)") for (int i = 10; i < 30; i++) { _Pragma("clang diagnostic pop") for (int j = 0; j < M; j++)
      out[i] += d[i][j];
  } } }
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
  { _Pragma("omp target data map(tofrom: out, known)") { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: out, known)")
  for (int i = 10; i < 30; i++) {
    for (int j = 0; j < M; j++)
      known[i][j] += i;
    } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: out, known)") for (int i = 10; i < 30; i++) { _Pragma("clang diagnostic pop") for (int j = 0; j < M; j++)
      out[i] += known[i][j];
  } } }
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
