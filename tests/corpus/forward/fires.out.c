/* warpcc-flags: -std=c11 -Wall -Wextra -Werror */
/* Values of definitions between the loops take the place of their names in loop headers. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[N][N], s[N];

/* Nothing else uses the definition: it goes. */
static void end(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+substitute(12)
  for (int i = 0; i < N; i++) {
     /* but two */
    for (int j = 0; j < (m - 2); j++) //~ j=proved
      a[i][j] *= 2;
  }
}

/* One by the other; the body uses them, too, so that they sink. */
static void middle(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) map(to: s) //~ plan=collapse(2)+substitute(22,23)+sink(22,23,25)
  for (int i = 0; i < n; i++) {
    
    

    
    for (int j = (m / 2); j < (m - ((m / 2) - 3)); j++)
      { const int half = m / 2; int end = m - (half - 3); double x = s[i]; b[i][j] += x * end - half; }
  }
}

/* The value follows the outer counter: the loop gets the bounds of its box. */
static void triangle(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) //~ plan=collapse(2)+box(j)+substitute(35)
  for (int i = 0; i < N; i++) {
    
    for (int j = 0; j < (((N) - 1) + 1); j++)
      if (j < (i + 1)) c[i][j] += j;
  }
}

/* The header is two loops further in. */
static void inner(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+substitute(45)
  for (int i = 0; i < N; i++) {
    
    for (int j = (2 * n + 1); j < N; j++)
      for (int k = 0; k < M; k++)
        c[i][j] += a[i][k] * b[j][k];
  }
}

/* Two headers need it, of which one keeps its place. */
static void twice(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: a, b) //~ plan=interchange(i,j,k)+collapse(2)+substitute(56)
  for (int i = 0; i < N; i++) {
    
    for (int j = 0; j < N; j++)
      for (int k = 0; k < (n - 2); k++)
        for (int t = 0; t < (n - 2); t++)
          c[i][j] += a[i][k] * b[t][k];
  }
}

/* A condition between them moves, too. */
static void guarded(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+guard(69)+substitute(68)
  for (int i = 0; i < N; i++) {
    
     {
      for (int j = n; j <= (M - n); j++)
        if (i % 3 != n) a[i][j] += i;
    }
  }
}

/* The definition converts: m - 2 of an unsigned m would be large where m is 1. */
static void converted(unsigned m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+substitute(80)
  for (int i = 0; i < N; i++) {
    
    for (int j = 0; j < ((int)(m - 2)); j++)
      a[i][j] += 3;
  }
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+substitute(86)
  for (int i = 0; i < N; i++) {
    
    for (int j = 0; j < ((long)m - 2); j++)
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
