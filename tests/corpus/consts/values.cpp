// warpcc-flags: -std=c++17
// What tables hold that are defined const: numbers at constant places, and the least and the greatest of them elsewhere.
#include "../check.h"

enum { W = 24, H = 20, Q = 5 };

// A stream into planes: each place is inside of its plane, for no step is farther than one back.
static void push(const float *from, float *to, int nx, int ny) {
  static constexpr int ex[Q] = {0, 1, 0, -1, 0}, ey[Q] = {0, 0, 1, 0, -1};
  #pragma omp target teams distribute parallel for map(to: from[0:Q*nx*ny], ex, ey) map(tofrom: to[0:Q*nx*ny]) //~ plan=collapse(2)
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) { //~ x=proved
      for (int q = 0; q < Q; q++) {
        int X = (x + ex[q] + nx) % nx, Y = (y + ey[q] + ny) % ny;
        to[q * nx * ny + Y * nx + X] = from[q * nx * ny + y * nx + x] + q;
      }
    }
}

// One goes two back: of a row with one element, before its beginning.
static void push_far(const float *from, float *to, int nx, int ny) {
  static constexpr int ex[Q] = {0, 1, 0, -2, 0}, ey[Q] = {0, 0, 1, 0, -1};
  #pragma omp target teams distribute parallel for map(to: from[0:Q*nx*ny], ex, ey) map(tofrom: to[0:Q*nx*ny]) //~ plan=none
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) { //~ x=unknown
      for (int q = 0; q < Q; q++) {
        int X = (x + ex[q] + nx) % nx, Y = (y + ey[q] + ny) % ny;
        to[q * nx * ny + Y * nx + X] = from[q * nx * ny + y * nx + x] + q;
      }
    }
}

// The third number of a table is 4, so the places are apart.
const int strides[4] = {0, 1, 4, 2};
static void fourth(const float *from, float *to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], strides) map(tofrom: to[0:4*rows*n]) //~ plan=collapse(2)
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) //~ j=proved
      to[4 * n * r + strides[2] * j] = from[r * n + j];
}

// The first one is 0: all are one place.
static void stays(const float *from, float *to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], strides) map(tofrom: to[0:4*rows*n]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) //~ j=carried
      to[4 * n * r + strides[0] * j] = from[r * n + j];
}

// Members of structures: each has its own least and greatest.
struct Tap {
  short dx;
  unsigned char group;
  float weight;
};

static void taps(const float *from, float *to, int rows, int n) {
  const Tap list[3] = {{0, 200, 1}, {1, 100, 2}, {2, 0, 4}};
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n]) map(tofrom: to[0:3*rows*n]) //~ plan=collapse(2)
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) { //~ j=proved
      for (int t = 0; t < 3; t++) to[3 * n * r + 3 * j + list[t].dx] = from[r * n + j] * list[t].weight;
    }
}

// One step more reaches the place of the next element.
static void taps_meet(const float *from, float *to, int rows, int n) {
  const Tap list[3] = {{0, 200, 1}, {1, 100, 2}, {3, 0, 4}};
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n]) map(tofrom: to[0:3*rows*n+1]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) {
      for (int t = 0; t < 3; t++) to[3 * n * r + 3 * j + list[t].dx] = from[r * n + j] * list[t].weight;
    }
}

// No const: the values may be others when the region runs.
static int moved[3] = {0, 1, 2};
static void not_const(const float *from, float *to, int rows, int n) {
  #pragma omp target teams distribute parallel for map(to: from[0:rows*n], moved) map(tofrom: to[0:3*rows*n+1]) //~ plan=none
  for (int r = 0; r < rows; r++)
    for (int j = 0; j < n; j++) {
      for (int t = 0; t < 3; t++) to[3 * n * r + 3 * j + moved[t]] = from[r * n + j];
    }
}

int main() {
  static float a[Q * W * H], b[Q * W * H + 8];
  FILL(a, Q * W * H);
  push(a, b, W, H); SHOW(b, Q * W * H);
  push(a, b, 1, H); SHOW(b, Q * H);
  push_far(a, b, W, H); SHOW(b, Q * W * H);
  fourth(a, b, H, W); SHOW(b, 4 * W * H);
  stays(a, b, H, W); SHOW(b, 4 * W * H);
  taps(a, b, H, W); SHOW(b, 3 * W * H);
  taps_meet(a, b, 1, W); SHOW(b, 3 * W);
  moved[2] = 3;
  not_const(a, b, 1, W); SHOW(b, 3 * W);
  return 0;
}
