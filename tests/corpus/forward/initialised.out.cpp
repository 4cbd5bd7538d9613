/* Every way in which C++ initialises what a header names. */
/* warpcc-flags: -std=c++17 -Wall -Wextra -Werror */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[N][M];

static void braces(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+substitute(11)
  for (int i = 0; i < N; i++) {
    
    for (int j = 0; j < (m - 2); j++) //~ j=proved
      a[i][j] *= 2;
  }
}

static void parentheses(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+substitute(20,21)
  for (int i = 0; i < N; i++) {
    
    
    for (int j = (m - (M - 1)); j < ((m - (M - 1)) + m - 3); j++)
      b[i][j] += 3;
  }
}

static void list(int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) //~ plan=collapse(2)+substitute(30)
  for (int i = 0; i < N; i++) {
    
    for (unsigned j = 0; j < (static_cast<unsigned>(m) - 1u); j++)
      c[i][j] += 4;
  }
}

int main() {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], N * M);
  braces(M);
  parentheses(M);
  list(M);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(&c[0][0], N * M);
  return 0;
}
