/* warpcc-flags: -std=c11 */
/* Lengths that are not computed once more: by a call, from a member, from what the region does not name; and a section that is empty by
   what it says. */
#include "../check.h"

enum { N = 40 * 40 };

struct grid { int n, pitch; };

static int area(int n, int m) { return n * m; }
#define AREA(n, m) area(n, m)

static void called(const double *a, int lda, double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a[0:area(n, lda)]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
}

static void hidden(const double *a, int lda, double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a[0:AREA(n, lda)]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
}

static void member(const double *a, struct grid g, double *b, int n, int m) {
  int lda = g.pitch;
  #pragma omp target teams distribute parallel for map(to: a[0:g.n*g.pitch]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
}

static void unnamed(const double *a, int lda, int all, double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a[0:all]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
}

static void present(const double *a, int lda, double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a[0:0]) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * lda + j] + 1;
}

int main(void) {
  double x[N], y[N];
  FILL(x, N);
  FILL(y, N);
  called(x, 30, y, 20, 30);
  hidden(x, 30, y, 20, 30);
  member(x, (struct grid){20, 30}, y, 20, 30);
  unnamed(x, 30, 600, y, 20, 30);
  SHOW(y, N);
  #pragma omp target data map(to: x[0:N])
  present(x, 30, y, 20, 30);
  SHOW(y, N);
  return 0;
}
