/* warpcc-flags: -std=c11 -Werror=dangling-else */
/* A condition between two loops is tested in each iteration of the inner one. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[M][N];
static int keep[N];
static float rows[N * M], cells[N * M];

/* In braces, on a line of its own. */
static void braced(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: keep) //~ plan=collapse(2)+guard(14) !WC201
  for (int i = 0; i < n; i++) {
     {
      for (int j = 0; j < m; j++)
#line 14
        if (keep[i])
#line 16
        a[i][j] = a[i][j] * 2 + i;
    }
  }
}

/* Without braces, and on one line with the loops. */
static void bare(int n, int m, int k) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+guard(25)
  for (int i = 0; i < n; i++)
    
      for (int j = 0; j < m; j++) 
#line 25
        if (i != k)
#line 26
                                  {
        b[i][j] += j;
        b[i][j] *= 2;
      }
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+guard(31)
  for (int i = 0; i < n; i++)  for (int j = 0; j < m; j++) 
#line 31
    if (i > k)
#line 31
                                                                     b[i][j] -= i;
}

/* The iteration ends early. */
static void continued(int n, int m, int k) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: keep) //~ plan=collapse(2)+guard(38,40)
  for (int i = 0; i < n; i++) {
#line 41
    for (int j = 0; j < m; j++) {
#line 38
      if (i == k) continue;
#line 40
      if (keep[i] == 0) { continue; }
#line 42
      a[i][j] += j;
#line 42
    }
#line 43
  }
}

/* Definitions before the condition, and behind it. */
static void with_definitions(int n, int m, float least) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: cells[0:N*M]) map(to: rows[0:N*M]) //~ plan=collapse(2)+guard(50,51,52)
  for (int i = 0; i < n; i++) {
#line 51
     {
#line 53
      for (int j = 0; j < m; j++) {
#line 50
        float first = rows[i * m];
#line 51
        if (first > least) {
#line 52
        float *row = cells + i * m;
#line 54
        float own = row[j];
        row[j] = own * first;
      } }
    }
  }
}

/* One condition in another, with what is defined between them. */
static void nested(int n, int m, int k) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: keep) //~ plan=collapse(2)+guard(65,66,67)
  for (int i = 0; i < n; i++)
     {
#line 67
      
        for (int j = 0; j < m; j++) {
#line 65
          if (i != k) {
#line 66
          int own = keep[i] + k;
#line 67
          if (own > 1) {
#line 69
          a[i][j] += own;
#line 69
        } } }
#line 70
    }
}

/* A branch in the body, whose else is its own, and one that has none. */
static void with_else(int n, int m, int k) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+guard(77)
  for (int i = 0; i < n; i++)
     {
      for (int j = 0; j < m; j++)
#line 77
        if (i != k) {
#line 79
        if (a[i][j] > 3)
          a[i][j] -= j;
        else
          a[i][j] += 1; }
    }
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+guard(86)
  for (int i = 0; i < n; i++)
    
      for (int j = 0; j < m; j++)
#line 86
        if (i != k) {
#line 88
        if (b[i][j] > 3)
          b[i][j] -= j; }
}

/* The branch of another condition, before whose else the region stands. */
static void under_else(int n, int m, int k) {
  if (n > 1)
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+guard(97)
    for (int i = 0; i < n; i++) {
      
        for (int j = 0; j < m; j++)
#line 97
          { if (i != k)
#line 99
          b[i][j] += 1; }
    }
  else
    b[0][0] = 1;
}

/* Beside a loop without one. */
static void columns(int n, int m, int k) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) //~ plan=collapse(2)
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < n; i++)
      c[j][i] += j;
  }
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+guard(114)
  for (int j = 0; j < n; j++)
    
      for (int i = 1; i <= m - 1; i++)
#line 114
        if (j % 4 == k)
#line 116
        b[j][i] += j;
}

/* A triangle behind a condition. */
static void triangle(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+box(j)+guard(123)
  for (int i = 0; i < n; i++)
    
      for (int j = 0; j < n; j++)
        if (j >= i) 
#line 123
        if (i != n / 2)
#line 125
        b[i][j] += j;
}

/* A condition between the second loop and the third one. */
static double cube[12][N][M];
static void third(int n, int m, int k) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: cube) //~ plan=collapse(3)+guard(134)
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < n; j++)
      
        for (int l = 0; l < m; l++)
#line 134
          if (i + j != k)
#line 136
          cube[i][j][l] += j + l;
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], N * M);
  FILL(&cube[0][0][0], 12 * N * M);
  FILL(rows, N * M);
  FILL(cells, N * M);
  for (int i = 0; i < N; i++)
    keep[i] = i % 3;
  braced(N, M);
  bare(N, M, 5);
  continued(N, M, 7);
  with_definitions(N, M, 2);
  nested(N, M, 4);
  with_else(N, M, 3);
  under_else(N, M, 6);
  columns(N, M, 2);
  triangle(M);
  third(N, M, 9);
  braced(0, M);
  bare(N, 0, 5);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(&c[0][0], N * M);
  SHOW(&cube[0][0][0], 12 * N * M);
  SHOW(cells, N * M);
  return 0;
}
