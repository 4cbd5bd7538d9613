/* warpcc-flags: -std=c11 */
/* A flat index that is split by / and %, and put together again. */
#include "../check.h"

enum { B = 3, R = 40, C = 70 };

/* d is t. w changes with every R*C iterations. */
static void whole(int b, int n, int m, const float *in, float *out, const float *w) {
  #pragma omp target teams distribute parallel for map(to: in[0:b*n*m], w[0:b]) map(from: out[0:b*n*m]) //~ plan=none WC103
  for (int t = 0; t < b * n * m; t++) {
    int k = t % m, j = t / m % n, i = t / (n * m);
    int d = i * n * m + j * m + k;
    out[d] = in[d] * w[i]; //~ out: sectors=4 w: sectors=1
  }
}

/* The other way to split it. */
static void rest(int b, int n, int m, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:b*n*m]) map(from: out[0:b*n*m]) //~ plan=none WC103
  for (int t = 0; t < b * n * m; t++) {
    int i = t / (n * m), j = t % (n * m) / m, k = t % m;
    out[(i * n + j) * m + k] = in[t] + 1; //~ sectors=4
  }
}

/* A part of a grid, from x0 to x1: its width is a difference, and no less large for that. */
static void part(int x0, int x1, int y0, int y1, int m, float *out) {
  #pragma omp target teams distribute parallel for map(tofrom: out[0:m*(y1+1)]) //~ plan=none WC103
  for (int t = 0; t < (x1 - x0 + 1) * (y1 - y0 + 1); t++) {
    int k = t % (x1 - x0 + 1) + x0, j = t / (x1 - x0 + 1) + y0;
    out[j * m + k] += 2; //~ sectors=4..5
  }
}

/* By numbers. */
static void numbers(int b, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:b*R*C]) map(from: out[0:b*R*C]) //~ plan=none WC103
  for (int t = 0; t < b * R * C; t++) {
    int k = t % C, j = t / C % R, i = t / C / R;
    out[(i * R + j) * C + k] = in[t] + 1; //~ sectors=4
  }
}

/* What is left is divided again. */
static void by_hand(int b, int n, int m, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:b*n*m]) map(from: out[0:b*n*m]) //~ plan=none WC103
  for (int t = 0; t < b * n * m; t++) {
    int k = t % m, j = (t - k) / m % n, i = (t - j * m - k) / (n * m);
    out[(i * n + j) * m + k] = in[t] + 1; //~ sectors=4
  }
}

/* A warp reads what another one has, in another order. */
static void partner(int n, int p, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n]) map(from: out[0:n]) //~ plan=none WC103
  for (int t = 0; t < n; t++) {
    out[t] = in[t ^ p]; //~ sectors=4
  }
}

/* One further: no warp's own part. */
static void shifted(int n, int p, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n]) map(from: out[0:n]) //~ plan=none
  for (int t = 0; t < n; t++) {
    out[t] = in[(t + 1) ^ p]; //~ out: sectors=4 in: sectors=4..5
  }
}

/* The neighbour: rows and columns are exchanged. */
static void exchanged(int b, int n, int m, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:b*n*m]) map(from: out[0:b*n*m]) //~ plan=none WC101
  for (int t = 0; t < b * n * m; t++) {
    int k = t % m, j = t / m % n, i = t / (n * m);
    out[(i * m + k) * n + j] = in[t]; //~ out: sectors=1..32 in: sectors=4
  }
}

/* Rows of 512 with a distance that is not known: a warp is in one row. */
static void pitched(int n, int pitch, const float *in, float *out) {
  #pragma omp target teams distribute parallel for map(to: in[0:n/512*pitch]) map(from: out[0:n]) //~ plan=none
  for (int t = 0; t < n; t++) {
    out[t] = in[t / 512 * pitch + t % 512]; //~ out: sectors=4 in: sectors=4..5
  }
}

int main(void) {
  static float in[B * R * C], out[B * R * C], w[B];
  FILL(in, B * R * C);
  FILL(w, B);
  whole(B, R, C, in, out, w);
  SHOW(out, B * R * C);
  rest(B, R, C, in, out);
  SHOW(out, B * R * C);
  part(5, 61, 2, 30, C, out);
  SHOW(out, B * R * C);
  numbers(B, in, out);
  SHOW(out, B * R * C);
  by_hand(B, R, C, in, out);
  SHOW(out, B * R * C);
  partner(8192, 37, in, out);
  SHOW(out, 8192);
  shifted(4096, 5, in, out);
  SHOW(out, 4096);
  exchanged(B, R, C, in, out);
  SHOW(out, B * R * C);
  pitched(4096, 515, in, out);
  SHOW(out, 4096);
  return 0;
}
