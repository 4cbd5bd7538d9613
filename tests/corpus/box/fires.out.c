/* warpcc-flags: -std=c11 -Werror=dangling-else */
/* Triangular loops run over their bounding box, behind a condition. */
#include "../check.h"

enum { N = 48 };
static double a[N][N], b[N][N], c[N][N], d[N][2 * N], e[N][N][40], f[N][N][6];

static void lower(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= N - 1; j++)
      if (j <= i) a[i][j] = a[i][j] * 2 + i;
}

static void upper(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n - 1; i++) {
    for (int j = 1; j < n; j++) if (j >= i + 1) {
      b[i][j] += j;
      b[i][j] *= 2;
    }
  }
}

/* Under a matrix of rows, with a sequential loop inside. */
static void strictly_lower(int n) {
#line 27
  {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 27
    int warpcc_holds = (__int128)n >= 64;
#line 27
    #pragma clang diagnostic pop
#line 27
    if (warpcc_holds) {
#line 27
  #pragma omp target teams distribute map(tofrom: c) map(to: a) //~ plan=teams(j)
  for (int i = 1; i < n; i++)
#line 29
    #pragma omp parallel for firstprivate(i)
#line 29
    for (int j = 0; j < i; j++)
      for (int k = 0; k < 4; k++)
        c[i][j] += a[k][j] * k;
#line 31
    } else {
#line 31
    #pragma clang diagnostic push
#line 31
    #pragma clang diagnostic ignored "-Weverything"
#line 27
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: a) //~ plan=teams(j)
#line 28
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n - 1; j++)
      if (j < i) for (int k = 0; k < 4; k++)
        c[i][j] += a[k][j] * k;
#line 31
    #pragma clang diagnostic pop
#line 31
    }
#line 31
  }
#line 32
}

/* The bound falls with the counter: the box is as wide as the first row. */
static void falling(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j < n - i) a[i][j] = a[i][j] * 2 + i;
}

/* The lower bound falls: the box begins where the last row does. */
static void falling_from(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = n - 1 - (n - 1); j < n; j++)
      if (j >= n - 1 - i) b[i][j] += j;
}

static void twice(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: d) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2 * (n - 1) + m; j++)
      if (j >= i) if (j < 2 * i + m) d[i][j] += j;
}

/* A condition between the loops sinks behind the one of the box. */
static void guarded(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+box(j)+guard(61)
  for (int i = 0; i < n; i++)
    
      for (int j = 0; j < n; j++)
        if (j >= i) 
#line 61
        if (i != n / 2)
#line 63
        a[i][j] += j;
}

/* The triangle is around the condition: the loop inside changes places with it, and tests it inside. */
static void guarded_inside(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: e) //~ plan=interchange(i,k,j)+collapse(2)+guard(71) WC202
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 40; k++)
      
        for (int j = 0; j <= i; j++)
#line 71
          if (i + j != 7)
#line 73
          e[i][j][k] += j + k;
}

/* The else stays with its own condition, and clang has nothing to warn of. */
static void with_else(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j >= i) { if (a[i][j] > 3)
        a[i][j] += j;
      else
        a[i][j] -= 3 * j; }
}

/* The condition stands outside of the loop that each thread runs by itself. */
static void ranked(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+box(j)
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= N - 1; j++)
      if (j <= i) for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[j][k];
}

/* An else behind the loop over k stays where it is; a condition around that loop sinks. */
static void ranked_under_conditions(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+box(j)
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= N - 1; j++)
      if (j <= i) { for (int k = 0; k < N; k++)
        if (a[i][j] > 2)
          c[i][j] += a[i][k] * b[j][k];
        else
          c[i][j] -= 1; }
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+box(j)+guard(108)
  for (int i = 0; i < N; i++)
     {
      for (int j = 0; j < N; j++) if (j >= i) {
        for (int k = 0; k < N; k++)
#line 108
          if (i % 3 == n)
#line 111
          c[i][j] += a[i][k] * b[j][k];
      }
    }
}

/* It names the counter of the loop that each thread runs, and stays inside of that. */
static void ranked_inside(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+guard(121)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      
        for (int k = 0; k < N; k++)
#line 121
          if (k % 3 != 1)
#line 123
          c[i][j] += a[i][k] * b[j][k];
}

/* The loop further in follows the one that gets a box, and keeps its bounds: neighbours update what is next to each other. */
static void triangle_inside(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: f) map(to: a) //~ plan=interchange(j,i)+collapse(2)+box(j)
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 6; i++)
      if (j >= i) for (int k = j + 1; k < n; k++)
        f[k][j][i] += a[i][k];
}

/* Of two loops that follow the outermost one, that which the threads share gets a box: the other one stays inside. */
static void one_of_two(int n, const double *restrict t) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: f) map(to: t[0:n*n*n]) //~ plan=interchange(l,j,i,k)+collapse(3)+box(j)
  for (int l = 0; l < n; l++)
    for (int j = 0; j < 6 - 1 + 3; j++)
      for (int i = 0; i < 6; i++)
        if (j < i + 3) for (int k = 0; k < i + 3; k++)
          f[l][j][i] += t[(l * n + k) * n + j];
}

/* The bound falls from the first row on, whose it is, whatever the steps are; or it is the counter, and passed by its steps alone. */
static void in_steps(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < n; j++)
      if (j < n - i) b[i][j] += j;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i += 3)
    for (int j = 0; j < n - 1 + 1; j++)
      if (j < i + 1) b[i][j] += j;
}

/* A chain: the innermost loop's box is that over the box of the loop that it follows. */
static void chain(int n) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: e) //~ plan=collapse(3)+box(j,k)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 1; k < n; k++)
        if (j >= i) if (k >= j + 1) e[i][j][k] += k;
}

/* The rows are not all reached in steps, but the first one has the whole box. */
static void chain_in_steps(int n) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: e) //~ plan=collapse(3)+box(j,k)
  for (int i = 1; i <= 7; i += 3)
    for (int j = 1; j < 9; j++)
      for (int k = 0; k < n - 1; k++)
        if (j >= i) if (k < n - j) e[i][j][k] += k;
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
