/* Overloads tell the type of an element from that of team memory. */
/* warpcc-flags: -O2 */
/* warpcc-team-memory: on */
#include "../check.h"
enum Color { red, green };
static int weight(Color c) { return c == red ? 1 : 2; }
static int weight(int c) { return 100 + c; }

static void enumeration(int n, int m, const Color *__restrict A, int *__restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += weight(A[i * m + j]);
    y[i] = s;
  }
}

static void number(int n, int m, const int *__restrict A, int *__restrict y) {
  #pragma omp target teams distribute parallel for map(to: A[0:n*m]) map(from: y[0:n]) //~ plan=rows(A)
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < m; j++) s += weight(A[i * m + j]);
    y[i] = s;
  }
}

int main() {
  enum { N = 130, M = 40 };
  Color *c = (Color *)malloc(sizeof(Color) * N * M);
  int *a = (int *)malloc(sizeof(int) * N * M), *y = (int *)malloc(sizeof(int) * N);
  for (int k = 0; k < N * M; k++) c[k] = k % 3 ? red : green;
  FILL(a, N * M);
  enumeration(N, M, c, y); SHOW(y, N);
  number(N, M, a, y); SHOW(y, N);
  return 0;
}
