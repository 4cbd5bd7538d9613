/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 256, M = 64 };

/* The lanes share j and k. */
static void previous(int n, int m, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    float s = 0;
    int k = m - 1;
    for (int j = 0; j < m; k = j++)
      s += v[j] * v[k]; //~ sectors=1
    out[i] = s;
  }
}

/* Each lane begins at a place of its own. */
static void rows(int n, int m, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:n*m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ WC101
    float s = 0;
    int k = i * m;
    while (k < i * m + m)
      s += v[k++]; //~ sectors=1..32
    out[i] = s;
  }
}

static void columns(int n, int m, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:n*m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    float s = 0;
    int j = 0;
    while (j < m) {
      s += v[j * n + i]; //~ sectors=4..5
      j++;
    }
    out[i] = s;
  }
}

static void steps(int n, int m, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:n*m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    float s = 0;
    for (int j = i; j < m * n; j += n)
      s += v[j]; //~ sectors=4..5
    out[i] = s;
  }
}

static void pointers(int n, int m, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:n*m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    float s = 0;
    const float *q = v + i;
    for (int j = 0; j < m; j++) {
      s += *q; //~ sectors=4..5
      q += n;
    }
    out[i] = s;
  }
}

/* The condition tells lanes apart: they add to k in different iterations. */
static void counted(int n, int m, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:n*m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ WC101
    float s = 0;
    int k = 0;
    for (int j = 0; j < m; j++)
      if (v[j * n + i] > 4) {
        s += v[k]; //~ sectors=1..32
        k += 1;
      }
    out[i] = s;
  }
}

/* The same where the lanes agree. */
static void agreed(int n, int m, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    float s = 0;
    int k = 0;
    for (int j = 0; j < m; j++)
      if (v[j] > 4) { //~ sectors=1
        s += v[k]; //~ sectors=1
        k += 1;
      }
    out[i] = s;
  }
}

/* How often a lane runs through the loop tells what it finds behind it. */
static void searched(int n, int m, const int *first, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: first[0:n], v[0:m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ WC101
    int k = 0;
    while (k < m && first[i] > k) //~ sectors=4
      k++;
    out[i] = v[k]; //~ v: sectors=1..32
  }
}

static void found(int n, int m, int most, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    int k = 0;
    while (k < m && v[k] < most) //~ sectors=1
      k++;
    out[i] = v[k]; //~ v: sectors=1
  }
}

/* Subscripts from memory: those of one row are one for all lanes of the row. */
static void indirect(int n, int m, const int *index, const float *v, float *out) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: index[0:n], v[0:n*m]) map(from: out[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++)
      out[i * m + j] = v[index[i] * m + j]; //~ v: sectors=4..5
}

int main(void) {
  float *v = malloc(sizeof(float) * N * M), *out = malloc(sizeof(float) * N * M);
  int *first = malloc(sizeof(int) * N);
  FILL(v, N * M);
  for (int i = 0; i < N; i++)
    first[i] = i % M;
  previous(N, M, v, out); SHOW(out, N);
  rows(N, M, v, out); SHOW(out, N);
  columns(N, M, v, out); SHOW(out, N);
  steps(N, M, v, out); SHOW(out, N);
  pointers(N, M, v, out); SHOW(out, N);
  counted(N, M, v, out); SHOW(out, N);
  agreed(N, M, v, out); SHOW(out, N);
  searched(N, M, first, v, out); SHOW(out, N);
  found(N, M, 20, v, out); SHOW(out, N);
  indirect(N, M, first, v, out); SHOW(out, N * M);
  return 0;
}
