// Field: fluid dynamics, upwind advection of a tracer and its gradient.
// Style: C++17, own `forall` with a lambda, as in portability layers; pointers captured by value, mapped beforehand.
// Kind: nest hidden in a function template.
#include <cstdio>
#include <vector>

#ifndef EXPERT
template <typename Body> void forall(int rows, int cols, Body body) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      body(i, j);
}
#else
template <typename Body> void forall(int rows, int cols, Body body) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      body(i, j);
}
#endif

int main() {
  const int rows = 150, cols = 170, all = rows * cols;
  std::vector<double> tracer(all), next(all), slope(all);
  for (int i = 0; i < all; i++)
    tracer[i] = (i * 7 % 31) / 31.0;
  double *c = tracer.data(), *n = next.data(), *g = slope.data();
#pragma omp target enter data map(to : c[0 : all], n[0 : all], g[0 : all])
  for (int step = 0; step < 3; step++) {
#pragma omp target data use_device_ptr(c, n, g)
    {
      const double *from = c;
      double *to = n, *gradient = g;
      forall(rows, cols, [=](int i, int j) {
        int at = i * cols + j;
        double west = j > 0 ? from[at - 1] : from[at], south = i > 0 ? from[at - cols] : from[at];
        to[at] = from[at] - 0.3 * (from[at] - west) - 0.2 * (from[at] - south);
      });
      forall(rows, cols, [=](int i, int j) {
        int at = i * cols + j;
        gradient[at] = j + 1 < cols ? to[at + 1] - to[at] : 0;
      });
    }
    double *swap = c;
    c = n;
    n = swap;
  }
#pragma omp target exit data map(from : c[0 : all], n[0 : all], g[0 : all])
  double sum = 0;
  for (int i = 0; i < all; i++)
    sum += c[i] * (1 + i % 7) + g[i] * (i % 3);
  std::printf("%.10e\n", sum);
}
