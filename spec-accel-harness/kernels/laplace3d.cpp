/* Laplace's operator with seven points on an n x n x n grid in C++: a function template, instantiated
 * for float and for double, on storage that std::vector owns. */
#include <vector>

#include "bench.h"

template <typename T>
void laplace(int n, const T *in, T *out) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(3) map(to: in[0:n*n*n]) map(tofrom: out[0:n*n*n])
#else
#pragma omp target teams distribute parallel for map(to: in[0:n*n*n]) map(tofrom: out[0:n*n*n])
#endif
  for (int z = 1; z < n - 1; ++z) {
    for (int y = 1; y < n - 1; ++y) {
      for (int x = 1; x < n - 1; ++x) {
        const int at = (z*n + y)*n + x;
        out[at] = in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - n*n] + in[at + n*n] - T(6) * in[at];
      }
    }
  }
}

static void laplace_float(int n, const float *in, float *out) { laplace<float>(n, in, out); }
static void laplace_double(int n, const double *in, double *out) { laplace<double>(n, in, out); }

template <typename T>
std::vector<T> laplace_serial(int n, const std::vector<T> &in) {
  std::vector<T> out(in.size());
  const int steps[6] = {-1, 1, -n, n, -n*n, n*n};
  for (int at = 0; at < n*n*n; ++at) {
    const bool inside = at % n % (n - 1) && at / n % n % (n - 1) && at / n / n % (n - 1);
    for (int step = 0; inside && step < 6; ++step)
      out[at] += in[at + steps[step]];
    if (inside)
      out[at] -= T(6) * in[at];
  }
  return out;
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "laplace3d");
  const int n = bench_size("n", 96, 3, 1024);
  const size_t count = static_cast<size_t>(n) * n * n;
  std::vector<float> single(count), single_out(count);
  std::vector<double> twice(count), twice_out(count);
  bench_fill_floats(single.data(), count, 1);
  bench_fill_doubles(twice.data(), count, 2);
  float *a = single.data(), *b = single_out.data();
  double *c = twice.data(), *d = twice_out.data();

#pragma omp target enter data map(to: a[0:count], b[0:count], c[0:count], d[0:count])
  while (bench_repeat()) {
    BENCH_TIME(laplace_float, n, a, b);
    BENCH_TIME(laplace_double, n, c, d);
  }
#pragma omp target exit data map(from: b[0:count], d[0:count]) map(release: a[0:count], c[0:count])

  const bool compare = bench_wants_reference();
  const std::vector<float> expected_single = compare ? laplace_serial(n, single) : single_out;
  const std::vector<double> expected_twice = compare ? laplace_serial(n, twice) : twice_out;
  bench_output_floats(b, expected_single.data(), count);
  bench_output_doubles(d, expected_twice.data(), count);
  return bench_end();
}
