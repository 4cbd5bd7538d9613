/* warpcc-flags: -std=c11 */
/* Points of one colour of a chess board are updated from their neighbours, which have the other one: the colour is a test inside of the loops. */
#include "../check.h"

enum { N = 34, ODD = 33 };
static float grid[N][N];

static void flat(double *u, const double *f, int n, int colour) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u[0:n*n]) map(to: f[0:n*n]) //~ plan=collapse(2)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) //~ j=proved
      if ((i + j) % 2 == colour)
        u[i * n + j] = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] - u[i * n + j + 1] - f[i * n + j];
}

static void masked(int colour) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: grid) //~ plan=collapse(2)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) { //~ j=proved
      if (((i + j) & 1) != colour)
        continue;
      grid[i][j] += grid[i - 1][j] + grid[i + 1][j] - grid[i][j - 1] - grid[i][j + 1];
    }
}

static void cube(double *u, int n, int colour) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: u[0:n*n*n]) //~ plan=collapse(3)
  for (int k = 1; k < n - 1; k++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) //~ j=proved
        if ((i + j + k) % 2 == colour) {
          int at = (k * n + i) * n + j;
          u[at] = u[at - 1] + u[at + 1] - u[at - n] - u[at + n] + u[at - n * n] - u[at + n * n];
        }
}

/* Round a ring of an even number of points the neighbours of the last one have the other colour, too. */
static void ring(double *u, int colour) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: u[0:N*N]) //~ plan=collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) //~ j=proved
      if ((i + j) % 2 == colour) {
        int left = j == 0 ? N - 1 : j - 1, up = (i + N - 1) % N;
        u[i * N + j] = u[i * N + left] + u[i * N + (j + 1) % N] - u[up * N + j];
      }
}

/* Of an odd number they have not. */
static void odd_ring(double *u, int colour) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:ODD*ODD]) //~ plan=none WC205
  for (int i = 0; i < ODD; i++)
    for (int j = 0; j < ODD; j++) //~ j=carried
      if ((i + j) % 2 == colour)
        u[i * ODD + j] += u[i * ODD + (j + ODD - 1) % ODD];
}

/* So it may be of a number that nobody knows. */
static void some_ring(double *u, int n, int colour) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) //~ j=unknown
      if ((i + j) % 2 == colour)
        u[i * n + j] += u[i * n + (j + n - 1) % n];
}

/* Neighbours over the corner have the same colour. */
static void corner(double *u, int n, int colour) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 2; j < n; j++)
      if ((i + j) % 2 == colour)
        u[i * n + j] += u[i * n + j - 2];
}

int main(void) {
  static double u[N * N], f[N * N], c[N * N * N];
  FILL(u, N * N);
  FILL(f, N * N);
  FILL(c, N * N * N);
  FILL(&grid[0][0], N * N);
  for (int colour = 0; colour < 2; colour++) {
    flat(u, f, N, colour);
    masked(colour);
    cube(c, 12, colour);
    ring(f, colour);
    corner(u, N, colour);
  }
  odd_ring(u, 0);
  some_ring(f, N, 1);
  for (int k = 0; k < N * N; k++)
    u[k] = (long long)u[k] % 1009;
  SHOW(u, N * N);
  SHOW(f, N * N);
  SHOW(c, N * N * N);
  SHOW(&grid[0][0], N * N);
  return 0;
}
