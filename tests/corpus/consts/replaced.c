/* warpcc-flags: -std=c11 */
/* Tables whose values may be others than their initialisers say: another definition may take their place. */
#include "../check.h"

enum { N = 24, H = 20 };

static const int own[3] = {0, 1, 2};
const int shared[3] = {0, 1, 2};
__attribute__((weak)) const int weak[3] = {0, 1, 2};
static const int part[3] = {0, 1};

static void by_own(const float *restrict from, float *restrict to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], own) map(tofrom: to[0:3*rows*n]) //~ plan=collapse(2)
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) { //~ j=proved
      for (int t = 0; t < 3; t++) to[3 * n * r + 3 * j + own[t]] = from[r * n + j] + t;
    }
}

/* What the list leaves out is 0. */
static void by_part(const float *restrict from, float *restrict to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], part) map(tofrom: to[0:3*rows*n]) //~ plan=collapse(2)
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) { //~ j=proved
      for (int t = 0; t < 3; t++) to[3 * n * r + 3 * j + 2 * part[t]] = from[r * n + j] + t;
    }
}

static void by_shared(const float *restrict from, float *restrict to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], shared) map(tofrom: to[0:3*rows*n]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) {
      for (int t = 0; t < 3; t++) to[3 * n * r + 3 * j + shared[t]] = from[r * n + j] + t;
    }
}

static void by_weak(const float *restrict from, float *restrict to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], weak) map(tofrom: to[0:3*rows*n]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) {
      for (int t = 0; t < 3; t++) to[3 * n * r + 3 * j + weak[t]] = from[r * n + j] + t;
    }
}

/* A string in braces is all of the table. */
static const char text[3] = {"\0\1\2"};
static void by_text(const float *restrict from, float *restrict to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], text) map(tofrom: to[0:3*rows*n]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) {
      for (int t = 0; t < 3; t++) to[3 * n * r + 3 * j + text[t]] = from[r * n + j] + t;
    }
}

int main(void) {
  static float a[N * H], b[3 * N * H];
  FILL(a, N * H);
  by_own(a, b, H, N); SHOW(b, 3 * N * H);
  by_part(a, b, H, N); SHOW(b, 3 * N * H);
  by_shared(a, b, H, N); SHOW(b, 3 * N * H);
  by_weak(a, b, H, N); SHOW(b, 3 * N * H);
  by_text(a, b, H, N); SHOW(b, 3 * N * H);
  return 0;
}
