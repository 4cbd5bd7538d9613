/* warpcc-flags: -std=c11 -Wextra -Werror=unused-variable -Werror=unused-but-set-variable */
/* A loop's first or last value has a name, which is defined between the loops: the definition stands in its place. */
#include "../check.h"

enum { N = 66 };

/* One colour of a chess board. */
static void relax(double *u, const double *f, int n, int colour) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) map(to: f[0:n*n]) //~ plan=collapse(2)+box(col)+substitute(11)
  for (int row = 1; row < n - 1; row++) {
    int first = 1 + (row + colour) % 2;
    for (int col = first; col < n - 1; col += 2) //~ col=proved
      u[row * n + col] = u[(row - 1) * n + col] + u[(row + 1) * n + col] - u[row * n + col - 1] - f[row * n + col];
  }
}

/* The same by a choice, with a name for the last column, too. */
static void choose(double *u, int n, int colour) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=collapse(2)+box(col)+substitute(21,22)
  for (int row = 1; row < n - 1; row++) {
    const int last = n - 1;
    int first = row % 2 == colour ? 1 : 2;
    for (int col = first; col < last; col += 2) {
      int at = row * n + col;
      u[at] = u[at] + 2 * u[at - n] - u[at + 1];
    }
  }
}

/* A definition by another one; both go. */
static void in_steps(float *g, int rows, int pitch, int odd) {
  #pragma omp target teams distribute parallel for map(tofrom: g[0:rows*pitch]) //~ plan=collapse(2)+box(x)+substitute(34,35)
  for (int y = 0; y < rows; ++y) {
    int parity = y & 1;
    int begin = (parity == odd) ? 0 : 1;
    for (int x = begin; x < pitch; x += 2)
      g[y * pitch + x] = 2 * g[y * pitch + x] + 1;
  }
}

/* The rows of a triangle. */
static void triangle(double *v, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: v[0:n*n]) //~ plan=collapse(2)+box(j)+substitute(45)
  for (int i = 0; i < n; i++) {
    int end = i + 1;
    for (int j = 0; j < end; j++)
      v[i * n + j] += i - j;
  }
}

/* The body needs the end, too: its definition sinks. */
static void edge(double *v, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: v[0:n*n]) //~ plan=collapse(2)+box(j)+sink(55)+substitute(55)
  for (int i = 0; i < n; i++) {
    int end = n - (i & 1);
    for (int j = 0; j < end; j++)
      v[i * n + j] = j == end - 1 ? 0 : v[i * n + j] * 2;
  }
}

/* Variables of before C99, and a nest of three. */
static void old(double *u, int n, int c) {
  int k, i, j, first;
  #pragma omp target teams distribute parallel for collapse(2) private(k, i, j, first) map(tofrom: u[0:n*n*n]) //~ plan=collapse(3)+box(j)+substitute(67)
  for (k = 0; k < n; k++)
    for (i = 0; i < n; i++) {
      first = (i + k + c) & 1;
      for (j = first; j < n; j += 2)
        u[(k * n + i) * n + j] += k + 2 * i - j;
    }
}

/* Two in one declaration, and what is read from memory sinks beside them. */
static void both(double *v, const double *w, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: v[0:n*n]) map(to: w[0:n]) //~ plan=collapse(2)+box(j)+sink(78)+substitute(77)
  for (int i = 0; i < n; i++) {
    int from = i % 2, to = n - i % 2;
    double scale = w[i];
    for (int j = from; j < to; j++)
      v[i * n + j] *= scale;
  }
}

int main(void) {
  static double u[N * N], f[N * N], c[16 * 16 * 16];
  static float g[N * N];
  FILL(u, N * N);
  FILL(f, N * N);
  FILL(g, N * N);
  FILL(c, 16 * 16 * 16);
  in_steps(g, N, N, 1);
  in_steps(g, 17, 60, 0);
  for (int n = 0; n < 5; n++)
    in_steps(g, n, 4 - n, n & 1);
  SHOW(g, N * N);
  triangle(f, N);
  triangle(f, 1);
  edge(f, N);
  edge(f, 2);
  both(f, u, N);
  SHOW(f, N * N);
  for (int k = 0; k < N * N; k++)
    u[k] = u[k] > 5;
  for (int n = 3; n < N; n += 9)
    for (int colour = 0; colour < 2; colour++) {
      relax(u, f, n, colour);
      choose(u, n, colour);
      for (int k = 0; k < N * N; k++)
        u[k] = (long)u[k] % 7;
    }
  SHOW(u, N * N);
  old(c, 16, 0);
  old(c, 15, 1);
  old(c, 1, -1);
  SHOW(c, 16 * 16 * 16);
  return 0;
}
