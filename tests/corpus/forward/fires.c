/* warpcc-flags: -std=c11 -Wall -Wextra -Werror */
/* Values of definitions between the loops take the place of their names in loop headers. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[N][N], s[N];

/* Nothing else uses the definition: it goes. */
static void end(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+substitute(12)
  for (int i = 0; i < N; i++) {
    int last = m - 2; /* but two */
    for (int j = 0; j < last; j++) //~ j=proved
      a[i][j] *= 2;
  }
}

/* One by the other; the body uses them, too, so that they sink. */
static void middle(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: b) map(to: s) //~ plan=collapse(2)+substitute(22,23)+sink(22,23,25)
  for (int i = 0; i < n; i++) {
    const int half = m / 2;
    int end =
      m - (half - 3);
    double x = s[i];
    for (int j = half; j < end; j++)
      b[i][j] += x * end - half;
  }
}

/* The value follows the outer counter: the loop gets the bounds of its box. */
static void triangle(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=collapse(2)+box(j)+substitute(35)
  for (int i = 0; i < N; i++) {
    int beyond = i + 1;
    for (int j = 0; j < beyond; j++)
      c[i][j] += j;
  }
}

/* The header is two loops further in. */
static void inner(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+substitute(45)
  for (int i = 0; i < N; i++) {
    const int first = 2 * n + 1;
    for (int k = 0; k < M; k++)
      for (int j = first; j < N; j++)
        c[i][j] += a[i][k] * b[j][k];
  }
}

/* Two headers need it, of which one keeps its place. */
static void twice(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+substitute(56)
  for (int i = 0; i < N; i++) {
    const int last = n - 2;
    for (int k = 0; k < last; k++)
      for (int j = 0; j < N; j++)
        for (int t = 0; t < last; t++)
          c[i][j] += a[i][k] * b[t][k];
  }
}

/* A condition between them moves, too. */
static void guarded(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+guard(69)+substitute(68)
  for (int i = 0; i < N; i++) {
    int last = M - n;
    if (i % 3 != n) {
      for (int j = n; j <= last; j++)
        a[i][j] += i;
    }
  }
}

/* The definition converts: m - 2 of an unsigned m would be large where m is 1. */
static void converted(unsigned m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+substitute(80)
  for (int i = 0; i < N; i++) {
    const int last = m - 2;
    for (int j = 0; j < last; j++)
      a[i][j] += 3;
  }
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+substitute(86)
  for (int i = 0; i < N; i++) {
    const long last = (long)m - 2;
    for (int j = 0; j < last; j++)
      a[i][j] += 3;
  }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], N * N);
  FILL(s, N);
  end(M);
  end(2);
  end(0);
  SHOW(&a[0][0], N * M);
  middle(N, M - 5);
  middle(3, 6);
  middle(0, M);
  SHOW(&b[0][0], N * M);
  triangle();
  twice(5);
  twice(0);
  SHOW(&c[0][0], N * N);
  inner(4);
  inner(N / 2);
  SHOW(&c[0][0], N * N);
  guarded(1);
  guarded(2);
  converted(M);
  converted(1);
  SHOW(&a[0][0], N * M);
  return 0;
}
