/* warpcc-flags: -std=c11 */
/* Names of first and last values that a definition cannot stand for. */
#include "../check.h"

enum { N = 66 };

/* It is assigned twice. */
static void again(double *u, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none WC405
  for (int i = 0; i < n; i++) {
    int first = 1;
    if (i % 3 == 0)
      first = 2;
    for (int j = first; j < n; j += 2)
      u[i * n + j] += i;
  }
}

/* It is read from memory. */
static void ragged(double *u, const int *ends, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) map(to: ends[0:n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    int end = ends[i];
    for (int j = 0; j < end; j++)
      u[i * n + j] += i;
  }
}

/* The body changes what it is made of. */
static void moved(double *u, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    int shift = i & 1;
    int first = shift + 1;
    for (int j = first; j < n; j += 2) {
      u[i * n + j] += shift;
      shift++;
    }
  }
}

/* The body changes the variable itself. */
static void running(double *u, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none WC204
  for (int i = 0; i < n; i++) {
    int first = i & 1;
    for (int j = first; j < n; j++) {
      u[i * n + j] += first;
      first = j;
    }
  }
}

/* The text of the declaration holds what the body needs. */
static void shared(double *u, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    int first = i & 1, row = i * n;
    for (int j = first; j < n; j += 2)
      u[row + j] += i;
  }
}

/* Its value is needed behind the loop, which becomes a region of its own: there it is not. */
static void after(double *u, int n) {
#line 66
  {
#line 66
  #pragma omp target data map(tofrom: u[0:n*n])
#line 66
  {
#line 66
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u[0:n*n]) //~ plan=distribute(69:collapse(2)+box(j)+substitute(68)|71:none)
  for (int i = 0; i < n; i++) {
#line 69
    for (int j = 1; j < n; j++)
      if (j < n - (i & 1)) u[i * n + j] += i;
#line 71
  }
#line 71
  #pragma clang diagnostic push
#line 71
  #pragma clang diagnostic ignored "-Weverything"
#line 66
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=distribute(69:collapse(2)+box(j)+substitute(68)|71:none)
#line 67
  for (int i = 0; i < n; i++) {
    int end = n - (i & 1);
#line 71
  #pragma clang diagnostic pop
#line 71
    u[i * n] = end;
  }
#line 72
  }
#line 72
  }
#line 73
}

/* A macro gives its text. */
#define FIRST(v, i) int v = (i) & 1;
static void in_macro(double *u, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    FIRST(first, i)
    for (int j = first; j < n; j += 2)
      u[i * n + j] += i;
  }
}

int main(void) {
  static double u[N * N];
  static int ends[N];
  FILL(u, N * N);
  FILL(ends, N);
  again(u, N);
  ragged(u, ends, N);
  moved(u, N);
  running(u, N);
  shared(u, N);
  after(u, N);
  in_macro(u, N);
  SHOW(u, N * N);
  return 0;
}
