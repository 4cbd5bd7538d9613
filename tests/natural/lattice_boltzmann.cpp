// Field: fluid flow, lattice Boltzmann with nine velocities.
// Style: C++ class that owns std::vector's; a member function takes their pointers and offloads; tables as static constexpr.
// Kind: stencil with periodic neighbours, nine planes one behind the other.
#include <cstdio>
#include <utility>
#include <vector>

class Fluid {
  static constexpr int Q = 9;
  static constexpr int ex[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  static constexpr int ey[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  static constexpr double weight[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
  int width, height;
  double rate;
  std::vector<double> now, next;

  void advance() {
    const int w = width, h = height, cells = w * h;
    const double omega = rate;
    const double *from = now.data();
    double *to = next.data();
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : from[0 : Q * cells]) map(from : to[0 : Q * cells])
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        double f[Q], rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < Q; q++) {
          int sx = (x - ex[q] + w) % w, sy = (y - ey[q] + h) % h;
          f[q] = from[q * cells + sy * w + sx];
          rho += f[q];
          ux += f[q] * ex[q];
          uy += f[q] * ey[q];
        }
        ux /= rho;
        uy /= rho;
        double square = 1.5 * (ux * ux + uy * uy);
        for (int q = 0; q < Q; q++) {
          double eu = 3 * (ex[q] * ux + ey[q] * uy);
          double rest = weight[q] * rho * (1 + eu + 0.5 * eu * eu - square);
          to[q * cells + y * w + x] = f[q] + omega * (rest - f[q]);
        }
      }
    }
#else
#pragma omp target teams distribute parallel for collapse(2) map(to : from[0 : Q * cells]) map(from : to[0 : Q * cells])
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        double f[Q], rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < Q; q++) {
          int sx = (x - ex[q] + w) % w, sy = (y - ey[q] + h) % h;
          f[q] = from[q * cells + sy * w + sx];
          rho += f[q];
          ux += f[q] * ex[q];
          uy += f[q] * ey[q];
        }
        ux /= rho;
        uy /= rho;
        double square = 1.5 * (ux * ux + uy * uy);
        for (int q = 0; q < Q; q++) {
          double eu = 3 * (ex[q] * ux + ey[q] * uy);
          double rest = weight[q] * rho * (1 + eu + 0.5 * eu * eu - square);
          to[q * cells + y * w + x] = f[q] + omega * (rest - f[q]);
        }
      }
    }
#endif
  }

public:
  Fluid(int w, int h, double omega) : width(w), height(h), rate(omega), now(Q * w * h), next(Q * w * h) {
    for (int q = 0; q < Q; q++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
          double ux = 0.05 * (y % 16 < 8 ? 1 : -1);
          now[q * w * h + y * w + x] = weight[q] * (1 + 3 * ex[q] * ux) * (1 + 0.001 * ((x * 5 + y * 3) % 11));
        }
  }

  void run(int steps) {
#ifdef EXPERT
    double *a = now.data(), *b = next.data();
    const int all = Q * width * height;
#pragma omp target data map(tofrom : a[0 : all]) map(tofrom : b[0 : all])
#endif
    for (int s = 0; s < steps; s++) {
      advance();
      std::swap(now, next);
    }
  }

  double checksum() const {
    double sum = 0;
    for (size_t i = 0; i < now.size(); i++)
      sum += now[i] * (1 + i % 7);
    return sum;
  }
};

int main() {
  Fluid fluid(160, 120, 1.2);
  fluid.run(4);
  std::printf("%.10e\n", fluid.checksum());
}
