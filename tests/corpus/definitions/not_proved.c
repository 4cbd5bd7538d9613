/* warpcc-flags: -std=c11 */
/* What a variable was once defined to be need not be what it is when the region begins: each of these takes a test. */
#include "../check.h"

enum { N = 40 * 40 };

/* What the pitch was computed from has changed since. */
static void outdated(double *c, int nb, int n, int m) {
  int w = 2 * m;
  m += 2;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < 2 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
}

/* So has a variable between. */
static void link(double *c, int nb, int n, int m) {
  int half = m;
  half -= 1;
  int w = 2 * half;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < 2 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
}

/* Not on every way to the region. */
static void chosen(double *c, int nb, int n, int m, int wide) {
  int w = 3;
  if (wide)
    w = m + 1;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
}

/* In the next turn the variable is another one. */
static void growing(double *c, int nb, int n, int m) {
  int w = m;
  for (int t = 0; t < 3; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
    for (int b = 0; b < nb; b++)      //~ plan=collapse(3) WC109
      for (int i = 0; i < n; i++)     //~ i=carried
        for (int j = 0; j < m; j++)
          c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
    w--;
  }
}

static void halve(int *pitch) { *pitch /= 2; }

/* A function changes it through its address. */
static void escaping(double *c, int nb, int n, int m) {
  int w = m;
  halve(&w);
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
}

/* A narrow type holds a part of the value. */
static void narrow(double *c, int nb, int n, int m) {
  unsigned char w = 16 * m;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 16 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
}

/* It is what it is defined to be, and that is too little. */
static void little(double *c, int nb, int n, int m) {
  int w = m - 1;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=teams(j) WC205
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
}

int main(void) {
  double x[N];
  FILL(x, N);
  outdated(x, 4, 5, 6);
  link(x, 4, 5, 6);
  chosen(x, 4, 9, 10, 0);
  chosen(x, 4, 9, 10, 1);
  growing(x, 4, 9, 10);
  escaping(x, 4, 9, 10);
  narrow(x, 1, 9, 16);
  narrow(x, 1, 9, 2);
  little(x, 4, 9, 10);
  SHOW(x, N);
  return 0;
}
