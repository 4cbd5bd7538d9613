// warpcc-flags: -std=c++17
// Remainders of n consecutive numbers by n are different, whatever is added.
#include "../check.h"

enum { W = 40, H = 36, Q = 5 };

// Where a stream goes comes from a table.
struct Cell {
  double f[Q];
};

static void stream(const Cell *from, Cell *to, int nx, int ny) {
  static const int cx[Q] = {0, 1, 0, -1, 0}, cy[Q] = {0, 0, 1, 0, -1};
  #pragma omp target teams distribute parallel for collapse(3) map(to: from[0:nx*ny], cx, cy) map(tofrom: to[0:nx*ny]) //~ plan=collapse(3)
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) { //~ x=proved
      for (int k = 0; k < Q; k++) {
        int X = (x + cx[k] + nx) % nx, Y = (y + cy[k] + ny) % ny;
        to[Y * nx + X].f[k] = from[y * nx + x].f[k] * 2;
      }
    }
}

// A shift that is a variable, and a row that turns.
static void rotate(const float *from, float *to, int rows, int n, int by) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:rows*n]) map(from: to[0:rows*n]) //~ plan=collapse(2)
  for (int r = 0; r < rows; ++r)
    for (int j = 0; j < n; ++j) //~ j=proved
      to[r * n + (j + by) % n] = from[r * n + j] + r;
}

// A ring whose size is a power of two.
static void ring(const int *from, int *to, int rows, int head) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:rows*64]) map(from: to[0:rows*64]) //~ plan=collapse(2)
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < 64; j++) { //~ j=proved
      int slot = (j + head) & 63;
      to[64 * r + slot] = from[64 * r + j];
    }
}

// Partners of a butterfly.
static void exchange(const double *from, double *to, int rows, int n, int bit) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:rows*n]) map(from: to[0:rows*n]) //~ plan=collapse(2)
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) //~ j=proved
      to[r * n + (j ^ bit)] = from[r * n + j] - 1;
}

// One more than n of them: the first and the last meet.
static void too_many(const float *from, float *to, int rows, int n, int by) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*(n+1)]) map(tofrom: to[0:rows*n]) //~ plan=none
  for (int r = 0; r < rows; ++r)
    for (int j = 0; j <= n; ++j) //~ j=unknown
      to[r * n + (j + by) % n] = from[r * n + r + j];
}

// Another divisor than the number of iterations.
static void by_another(const float *from, float *to, int rows, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n]) map(tofrom: to[0:rows*n]) //~ plan=none
  for (int r = 0; r < rows; ++r)
    for (int j = 0; j < n; ++j) //~ j=unknown
      to[r * n + j % m] = from[r * n + j];
}

// Steps of two round a ring of an even size come back after half of it.
static void doubled(const int *from, int *to, int rows) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*64]) map(tofrom: to[0:rows*64]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < 64; j++)
      to[64 * r + ((2 * j + r) & 63)] = from[64 * r + j];
}

// What is added differs from one to the next.
static void scattered(const int *from, const int *shift, int *to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], shift[0:n]) map(tofrom: to[0:rows*n]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) //~ j=unknown
      to[r * n + (j + shift[j]) % n] = from[r * n + j];
}

// A mask that leaves a bit out.
static void masked(const int *from, int *to, int rows) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*64]) map(tofrom: to[0:rows*64]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < 64; j++)
      to[64 * r + ((j + r) & 47)] = from[64 * r + j];
}

int main() {
  static Cell a[W * H], b[W * H];
  static float f[W * (H + 2)], g[W * (H + 2)];
  static int p[64 * H], q[64 * H], shift[64];
  static double u[64 * H], v[64 * H];
  FILL(&a[0].f[0], W * H * Q);
  FILL(f, W * (H + 2)); FILL(p, 64 * H); FILL(u, 64 * H);
  for (int k = 0; k < 64; k++) shift[k] = k % 3 ? 0 : 5;
  stream(a, b, W, H); SHOW(&b[0].f[0], W * H * Q);
  stream(b, a, 1, H); SHOW(&a[0].f[0], W * H * Q);
  rotate(f, g, H, W, 3); SHOW(g, W * H);
  rotate(f, g, H, 1, 7); SHOW(g, W * H);
  ring(p, q, H, 61); SHOW(q, 64 * H);
  exchange(u, v, H, 64, 5); SHOW(v, 64 * H);
  too_many(f, g, 1, 8, 2); SHOW(g, 8);
  by_another(f, g, H, W, 7); SHOW(g, W * H);
  doubled(p, q, H); SHOW(q, 64 * H);
  scattered(p, shift, q, H, 64); SHOW(q, 64 * H);
  masked(p, q, H); SHOW(q, 64 * H);
  return 0;
}
