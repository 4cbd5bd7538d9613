// warpcc-flags: -std=c++17
// Values of small classes: operators and methods that return new ones, also of instances of templates.
#include "../check.h"

template <typename T> struct Complex {
  T re, im;
  Complex operator*(const Complex &o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  Complex &operator+=(const Complex &o) {
    re += o.re;
    im += o.im;
    return *this;
  }
  Complex conjugate() const { return Complex{re, -im}; }
};

struct Vector {
  double x, y, z;
};
static Vector operator-(const Vector &a, const Vector &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static double operator*(const Vector &a, const Vector &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static void filter(const Complex<float> *signal, const Complex<float> *taps, Complex<float> *out, int channels, int length, int window) {
  #pragma omp target teams distribute parallel for map(to: signal[0:length+window], taps[0:channels*window]) map(from: out[0:channels*length])
  for (int c = 0; c < channels; c++) //~ plan=collapse(2)
    for (int t = 0; t < length; t++) { //~ t=proved
      Complex<float> sum{0, 0};
      for (int w = 0; w < window; w++)
        sum += taps[c * window + w] * signal[t + w].conjugate();
      out[c * length + t] = sum;
    }
}

static void distances(const Vector *at, double *out, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: at[0:n+m]) map(from: out[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < m; j++) { //~ j=proved
      Vector d = at[i] - at[n + j];
      out[i * m + j] = d * d;
    }
}

// The operator stores to what all iterations share.
static int calls;
#pragma omp declare target(calls)
struct Counted {
  float v;
  Counted operator+(const Counted &o) const {
    calls = o.v > 0;
    return {v + o.v};
  }
};
static void counted(const Counted *a, Counted *out, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: out[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) //~ !WC102
      out[i * m + j] = a[i * m + j] + a[i * m + j];
}

int main() {
  enum { C = 12, L = 45, W = 5, N = 24, M = 31 };
  auto *signal = new Complex<float>[L + W], *taps = new Complex<float>[C * W], *out = new Complex<float>[C * L];
  auto *at = new Vector[N + M];
  double *far = new double[N * M];
  for (int k = 0; k < L + W; k++) signal[k] = {float(k % 7), float(k % 5)};
  for (int k = 0; k < C * W; k++) taps[k] = {float(k % 3), float(k % 4)};
  for (int k = 0; k < N + M; k++) at[k] = {double(k % 7), double(k % 5), double(k % 3)};
  filter(signal, taps, out, C, L, W);
  distances(at, far, N, M);
  auto *a = new Counted[N * M], *b = new Counted[N * M];
  for (int k = 0; k < N * M; k++) a[k].v = k % 6;
  if (N < 0) counted(a, b, N, M);
  float *flat = &out[0].re;
  SHOW(flat, 2 * C * L);
  SHOW(far, N * M);
  return 0;
}
