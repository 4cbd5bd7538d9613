/* Every way in which C++ initialises what a header names. */
/* warpcc-flags: -std=c++17 -Wall -Wextra -Werror */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N][M], b[N][M], c[N][M];

static void braces(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+substitute(11)
  for (int i = 0; i < N; i++) {
    const int last{m - 2};
    for (int j = 0; j < last; j++) //~ j=proved
      a[i][j] *= 2;
  }
}

static void parentheses(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=collapse(2)+substitute(20,21)
  for (int i = 0; i < N; i++) {
    int first(m - (M - 1));
    const int last( first + m - 3 );
    for (int j = first; j < last; j++)
      b[i][j] += 3;
  }
}

static void list(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=collapse(2)+substitute(30)
  for (int i = 0; i < N; i++) {
    const unsigned last = { static_cast<unsigned>(m) - 1u };
    for (unsigned j = 0; j < last; j++)
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
