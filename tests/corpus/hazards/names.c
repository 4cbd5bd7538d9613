/* warpcc-flags: -std=c11 -DLIMIT=m */
/* Names that mean something else in another block, and uses of variables that are no reads. */
#include "../check.h"

enum { N = 48, M = 40, K = 3 };
typedef double real;
static double a[N * N], b[N * M * M], t[4];
static char j = 3;
static short w = 3;
int m = 3;
#define LAST m
#define WIDTH(x) ((x) + 3 - (int)sizeof #x)

static void constant_in_definition(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    int v = i * K;
    for (int K = 0; K < 30; K++)
      x[i * N + K] += v;
  }
}

static void constant_in_header(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=collapse(2) WC211
  for (int i = 0; i < K; i++)
    for (int K = 0; K < N; K++)
      x[i + K * 4] += 1;
}

static void constant_in_condition(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none WC211
  for (int i = 0; i < N; i++)
    if (i % K)
      for (int K = 0; K < 30; K++)
        x[i * N + K] += i;
}

static void size_of_another(double *x) {
  int k = 7;
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    double v = (double)sizeof(k) * i;
    for (long k = 0; k < 30; k++)
      x[i * N + k] += v;
  }
  a[0] += k;
}

static void type_between(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M*M]) //~ plan=collapse(2)+sink(52) WC211
  for (int i = 0; i < N; i++) {
    real s = 0.1 * i;
    for (int l = 0; l < M; l++) {
      typedef float real;
      for (int k = 0; k < 30; k++)
        x[(i * M + l) * M + k] += (real)(int)s;
    }
  }
}

/* It stands behind what moves. */
static void type_inside(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=collapse(2)+sink(65) !WC211
  for (int i = 0; i < N; i++) {
    real s = i;
    for (int l = 0; l < N; l++) {
      typedef int real;
      x[i * N + l] += s + (real)1.5;
    }
  }
}

static void counted_by_local_type(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=collapse(2) WC211
  for (int i = 0; i < 4; i++) {
    typedef int index;
    enum { K = 30 };
    for (index l = 0; l < K; l++)
      x[i + 4 * l] += 3;
  }
}

static void size_in_header(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none
  for (int i = 0; i < N; i++) {
    double t[30];
    for (int l = 0; l < (int)(sizeof t / sizeof t[0]); l++) {
      t[0] = l;
      x[i * N + l] += 1 + t[0];
    }
  }
}

static void size_of_definition(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    double w = 0.5 * (2 * i);
    for (int l = 0; l < 38 - (int)sizeof w; l++)
      x[i * N + l] += w;
  }
}

static void size_of_counter(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M*M]) //~ plan=none
  for (int i = 0; i < N; i++) {
    int j;
    for (int k = 0; k < (int)sizeof(j) * 5; k++)
      for (j = 0; j < 30; j++)
        x[(i * M + k) * M + j] += 1;
  }
}

static void named_by_macro(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=teams(l)
  for (int i = 0; i < n; i++) {
    int m = n - 20;
    for (int l = 0; l < LAST; l++)
      x[i * n + l] += 1 + i + l;
  }
}

static void quoted_by_macro(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=teams(l) WC211
  for (int i = 0; i < n; i++)
    for (int l = 0; l < WIDTH(i); l++)
      x[i * n + l] += 1;
}

/* One name in two spellings. */
static void spelt_otherwise(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=teams(l)
  for (int i = 0; i < n; i++) {
    int h\u00e9 = n - 20;
    for (int l = 0; l < h\u00E9; l++)
      x[i * n + l] += 1;
  }
}

static void extended(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none
  for (int i = 0; i < N; i++) {
    __extension__ double v = 0.5 * (2 * i);
    for (int l = 0; l < 30; l++)
      x[i * N + l] += v;
  }
}

static void other_braces(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none WC211
  for (int i = 0; i < N; i++) <%
    double v = i;
    for (int l = 0; l < 30; l++) <%
      x<:i * N + l:> += v;
    %>
  %>
}

static void mode_inside(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*M*M]) //~ plan=teams(l) WC211
  for (int i = 0; i < N; i++) {
    double v = i * 0.1 + 0.3;
    for (int l = 0; l < M; l++) {
#pragma clang fp contract(off)
      for (int k = 0; k < 30; k++)
        x[(i * M + l) * M + k] += (int)v;
    }
  }
}

static void named_by_option(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=teams(l)
  for (int i = 0; i < n; i++) {
    int m = n - 20;
    for (int l = 0; l < LIMIT; l++)
      x[i * n + l] += 1 + i + l;
  }
}

int main(void) {
  FILL(a, N * N);
  FILL(b, N * M * M);
  FILL(t, 4);
  constant_in_definition(a);
  constant_in_header(a);
  constant_in_condition(a);
  size_of_another(a);
  type_between(b);
  type_inside(a);
  counted_by_local_type(a);
  size_in_header(a);
  size_of_definition(a);
  size_of_counter(b);
  named_by_macro(N, a);
  quoted_by_macro(N - 5, a);
  spelt_otherwise(N, a);
  extended(a);
  other_braces(a);
  mode_inside(b);
  named_by_option(N, a);
  SHOW(a, N * N);
  SHOW(b, N * M * M);
  printf("%d %d %d %g\n", j, w, m, t[0]);
}
