// Field: neural networks, layer normalisation and softmax of the rows of a matrix.
// Style: C++ template over the number type, row pointers, `std::fmax` and `std::exp`, in place.
// Kind: several loops over one row, the later ones with what the earlier ones found.
// Tolerance: 1e-4
#include <cmath>
#include <cstdio>
#include <vector>

#ifndef EXPERT
template <typename T> void layer_norm(T *x, const T *gain, const T *shift, int rows, int width) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : rows * width]) map(to : gain[0 : width], shift[0 : width])
  for (int r = 0; r < rows; r++) {
    T *row = x + r * width;
    T mean = 0, variance = 0;
    for (int i = 0; i < width; i++)
      mean += row[i];
    mean /= width;
    for (int i = 0; i < width; i++)
      variance += (row[i] - mean) * (row[i] - mean);
    T scale = 1 / std::sqrt(variance / width + T(1e-5));
    for (int i = 0; i < width; i++)
      row[i] = (row[i] - mean) * scale * gain[i] + shift[i];
  }
}

template <typename T> void softmax(T *x, int rows, int width) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : rows * width])
  for (int r = 0; r < rows; r++) {
    T *row = x + r * width;
    T most = row[0], sum = 0;
    for (int i = 1; i < width; i++)
      most = std::fmax(most, row[i]);
    for (int i = 0; i < width; i++) {
      row[i] = std::exp(row[i] - most);
      sum += row[i];
    }
    for (int i = 0; i < width; i++)
      row[i] /= sum;
  }
}
#else
template <typename T> void layer_norm(T *x, const T *gain, const T *shift, int rows, int width) {
#pragma omp target teams distribute map(tofrom : x[0 : rows * width]) map(to : gain[0 : width], shift[0 : width])
  for (int r = 0; r < rows; r++) {
    T mean = 0, variance = 0;
#pragma omp parallel for reduction(+ : mean) firstprivate(r)
    for (int i = 0; i < width; i++)
      mean += x[r * width + i];
    mean /= width;
#pragma omp parallel for reduction(+ : variance) firstprivate(r)
    for (int i = 0; i < width; i++)
      variance += (x[r * width + i] - mean) * (x[r * width + i] - mean);
    T scale = 1 / std::sqrt(variance / width + T(1e-5));
#pragma omp parallel for firstprivate(r)
    for (int i = 0; i < width; i++)
      x[r * width + i] = (x[r * width + i] - mean) * scale * gain[i] + shift[i];
  }
}

template <typename T> void softmax(T *x, int rows, int width) {
#pragma omp target teams distribute map(tofrom : x[0 : rows * width])
  for (int r = 0; r < rows; r++) {
    T most = x[r * width], sum = 0;
#pragma omp parallel for reduction(max : most) firstprivate(r)
    for (int i = 1; i < width; i++)
      most = std::fmax(most, x[r * width + i]);
#pragma omp parallel for reduction(+ : sum) firstprivate(r)
    for (int i = 0; i < width; i++) {
      x[r * width + i] = std::exp(x[r * width + i] - most);
      sum += x[r * width + i];
    }
#pragma omp parallel for firstprivate(r)
    for (int i = 0; i < width; i++)
      x[r * width + i] /= sum;
  }
}
#endif

int main() {
  const int rows = 300, width = 256;
  std::vector<float> values(rows * width), gain(width), shift(width);
  for (int i = 0; i < rows * width; i++)
    values[i] = static_cast<float>((i * 37 + i / 11) % 101) / 50;
  for (int i = 0; i < width; i++) {
    gain[i] = 1 + 0.01f * (i % 5);
    shift[i] = 0.1f * (i % 3);
  }
  float *x = values.data(), *g = gain.data(), *s = shift.data();
#ifdef EXPERT
#pragma omp target data map(tofrom : x[0 : rows * width])
#endif
  {
    layer_norm(x, g, s, rows, width);
    softmax(x, rows, width);
  }
  double sum = 0;
  for (int i = 0; i < rows * width; i++)
    sum += x[i] * (1 + i % 7);
  std::printf("%.6e\n", sum);
}
