// Field: signal processing, a bank of filters over a complex signal.
// Style: C++17 with a class template for complex numbers of its own and overloaded operators, channels in parallel.
// Kind: few long rows, a window of each; records of two floats.
#include <cstdio>
#include <vector>

template <typename T> struct Complex {
  T re, im;
  Complex operator*(const Complex &o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  Complex &operator+=(const Complex &o) {
    re += o.re;
    im += o.im;
    return *this;
  }
};
using Sample = Complex<float>;

static void filter(const Sample *signal, const Sample *taps, Sample *out, int channels, int length, int window) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : signal[0 : length + window], taps[0 : channels * window]) \
    map(from : out[0 : channels * length])
  for (int c = 0; c < channels; c++)
    for (int t = 0; t < length; t++) {
      Sample sum{0, 0};
      for (int w = 0; w < window; w++)
        sum += taps[c * window + w] * signal[t + w];
      out[c * length + t] = sum;
    }
#else
#pragma omp target teams distribute parallel for collapse(2) map(to : signal[0 : length + window], taps[0 : channels * window]) \
    map(from : out[0 : channels * length])
  for (int c = 0; c < channels; c++)
    for (int t = 0; t < length; t++) {
      Sample sum{0, 0};
      for (int w = 0; w < window; w++)
        sum += taps[c * window + w] * signal[t + w];
      out[c * length + t] = sum;
    }
#endif
}

int main() {
  const int channels = 40, length = 2000, window = 12;
  std::vector<Sample> signal(length + window), taps(channels * window), out(channels * length);
  for (int i = 0; i < length + window; i++)
    signal[i] = {static_cast<float>(i * 7 % 29) / 29, static_cast<float>(i * 5 % 23) / 23};
  for (int i = 0; i < channels * window; i++)
    taps[i] = {static_cast<float>(i % 11) / 11, static_cast<float>(i % 7) / 7 - 0.5f};
  filter(signal.data(), taps.data(), out.data(), channels, length, window);
  double sum = 0;
  for (int i = 0; i < channels * length; i++)
    sum += out[i].re * (1 + i % 3) + out[i].im;
  std::printf("%.10e\n", sum);
}
