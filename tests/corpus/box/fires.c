/* warpcc-flags: -std=c11 -Werror=dangling-else */
/* Triangular loops run over their bounding box, behind a condition. */
#include "../check.h"

enum { N = 48 };
static double a[N][N], b[N][N], c[N][N], d[N][2 * N], e[N][N][40], f[N][N][6];

static void lower(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] * 2 + i;
}

static void upper(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n - 1; i++) {
    for (int j = i + 1; j < n; j++) {
      b[i][j] += j;
      b[i][j] *= 2;
    }
  }
}

/* Under a matrix of rows, with a sequential loop inside. */
static void strictly_lower(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a) //~ plan=teams(j)
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < 4; k++)
        c[i][j] += a[k][j] * k;
}

/* The bound falls with the counter: the box is as wide as the first row. */
static void falling(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - i; j++)
      a[i][j] = a[i][j] * 2 + i;
}

/* The lower bound falls: the box begins where the last row does. */
static void falling_from(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = n - 1 - i; j < n; j++)
      b[i][j] += j;
}

static void twice(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: d) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = i; j < 2 * i + m; j++)
      d[i][j] += j;
}

/* A condition between the loops sinks behind the one of the box. */
static void guarded(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+box(j)+guard(61)
  for (int i = 0; i < n; i++)
    if (i != n / 2)
      for (int j = i; j < n; j++)
        a[i][j] += j;
}

/* The triangle is around the condition: the loop inside changes places with it, and tests it inside. */
static void guarded_inside(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: e) //~ plan=interchange(i,k,j)+collapse(2)+guard(71) WC202
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      if (i + j != 7)
        for (int k = 0; k < 40; k++)
          e[i][j][k] += j + k;
}

/* The else stays with its own condition, and clang has nothing to warn of. */
static void with_else(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      if (a[i][j] > 3)
        a[i][j] += j;
      else
        a[i][j] -= 3 * j;
}

/* The condition stands outside of the loop that each thread runs by itself. */
static void ranked(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+box(j)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += a[i][k] * b[j][k];
}

/* An else behind the loop over k stays where it is; a condition around that loop sinks. */
static void ranked_under_conditions(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+box(j)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j <= i; j++)
        if (a[i][j] > 2)
          c[i][j] += a[i][k] * b[j][k];
        else
          c[i][j] -= 1;
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+box(j)+guard(108)
  for (int i = 0; i < N; i++)
    if (i % 3 == n) {
      for (int k = 0; k < N; k++) {
        for (int j = i; j < N; j++)
          c[i][j] += a[i][k] * b[j][k];
      }
    }
}

/* It names the counter of the loop that each thread runs, and stays inside of that. */
static void ranked_inside(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+guard(121)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      if (k % 3 != 1)
        for (int j = 0; j < N; j++)
          c[i][j] += a[i][k] * b[j][k];
}

/* The loop further in follows the one that gets a box, and keeps its bounds: neighbours update what is next to each other. */
static void triangle_inside(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: f) map(to: a) //~ plan=interchange(j,i)+collapse(2)+box(j)
  for (int i = 0; i < 6; i++)
    for (int j = i; j < n; j++)
      for (int k = j + 1; k < n; k++)
        f[k][j][i] += a[i][k];
}

/* Of two loops that follow the outermost one, that which the threads share gets a box: the other one stays inside. */
static void one_of_two(int n, const double *restrict t) {
  #pragma omp target teams distribute parallel for map(tofrom: f) map(to: t[0:n*n*n]) //~ plan=interchange(l,j,i,k)+collapse(3)+box(j)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < i + 3; j++)
      for (int k = 0; k < i + 3; k++)
        for (int l = 0; l < n; l++)
          f[l][j][i] += t[(l * n + k) * n + j];
}

/* The bound falls from the first row on, whose it is, whatever the steps are; or it is the counter, and passed by its steps alone. */
static void in_steps(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n - i; j++)
      b[i][j] += j;
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i += 3)
    for (int j = 0; j < i + 1; j++)
      b[i][j] += j;
}

/* A chain: the innermost loop's box is that over the box of the loop that it follows. */
static void chain(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: e) //~ plan=collapse(3)+box(j,k)
  for (int i = 0; i < 4; i++)
    for (int j = i; j < 6; j++)
      for (int k = j + 1; k < n; k++)
        e[i][j][k] += k;
}

/* The rows are not all reached in steps, but the first one has the whole box. */
static void chain_in_steps(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: e) //~ plan=collapse(3)+box(j,k)
  for (int i = 1; i <= 7; i += 3)
    for (int j = i; j < 9; j++)
      for (int k = 0; k < n - j; k++)
        e[i][j][k] += k;
}

int main(void) {
  FILL(&e[0][0][0], N * N * 40);
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(&c[0][0], N * N);
  lower();
  upper(N);
  upper(0);
  upper(1);
  strictly_lower(N - 1);
  falling(N);
  falling(0);
  falling_from(N - 3);
  falling_from(1);
  FILL(&d[0][0], N * 2 * N);
  twice(N / 2, 3);
  twice(N - 1, 1);
  SHOW(&d[0][0], N * 2 * N);
  guarded(N);
  guarded(3);
  with_else(N);
  guarded_inside(N);
  guarded_inside(0);
  SHOW(&e[0][0][0], N * N * 40);
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  SHOW(&c[0][0], N * N);
  FILL(&c[0][0], N * N);
  ranked();
  ranked_under_conditions(1);
  ranked_inside();
  SHOW(&c[0][0], N * N);
  FILL(&f[0][0][0], N * N * 6);
  triangle_inside(N);
  triangle_inside(4);
  triangle_inside(0);
  SHOW(&f[0][0][0], N * N * 6);
  static double t[16 * 16 * 16];
  FILL(t, 16 * 16 * 16);
  one_of_two(16, t);
  one_of_two(9, t);
  SHOW(&f[0][0][0], N * N * 6);
  in_steps(N);
  in_steps(1);
  in_steps(0);
  SHOW(&b[0][0], N * N);
  for (int n = 0; n <= 40; n += 8) {
    chain(n);
    chain_in_steps(n);
    chain_in_steps(n + 1 < 40 ? n + 1 : 40);
  }
  SHOW(&e[0][0][0], N * N * 40);
  return 0;
}
