/* The mean over a (2R+1) x (2R+1) box around each pixel in C++: the radius is a template's argument, the
 * clamped row and column come from a constexpr function, the images are std::vectors. */
#include <vector>

#include "bench.h"

constexpr int clamp(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

template <int R>
void box(int rows, int columns, const float *in, float *out) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: in[0:rows*columns]) map(from: out[0:rows*columns])
#else
#pragma omp target teams distribute parallel for map(to: in[0:rows*columns]) map(from: out[0:rows*columns])
#endif
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      float sum = 0.0f;
      for (int dr = -R; dr <= R; ++dr)
        for (int dc = -R; dc <= R; ++dc)
          sum += in[clamp(r + dr, rows - 1)*columns + clamp(c + dc, columns - 1)];
      out[r*columns + c] = sum / float((2*R + 1)*(2*R + 1));
    }
  }
}

static void box_1(int rows, int columns, const float *in, float *out) { box<1>(rows, columns, in, out); }
static void box_2(int rows, int columns, const float *in, float *out) { box<2>(rows, columns, in, out); }

static std::vector<float> box_serial(int radius, int rows, int columns, const std::vector<float> &in) {
  std::vector<float> out(in.size());
  const int side = 2*radius + 1;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      float sum = 0.0f;
      for (int d = 0; d < side*side; ++d)
        sum += in[clamp(r + d / side - radius, rows - 1)*columns + clamp(c + d % side - radius, columns - 1)];
      out[r*columns + c] = sum / static_cast<float>(side*side);
    }
  return out;
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "box");
  const int rows = bench_size("rows", 512, 1, 16384), columns = bench_size("columns", 640, 1, 16384);
  const size_t count = static_cast<size_t>(rows) * columns;
  std::vector<float> image(count), narrow(count), wide(count);
  bench_fill_floats(image.data(), count, 1);
  const float *in = image.data();
  float *first = narrow.data(), *second = wide.data();

#pragma omp target enter data map(to: in[0:count]) map(alloc: first[0:count], second[0:count])
  while (bench_repeat()) {
    BENCH_TIME(box_1, rows, columns, in, first);
    BENCH_TIME(box_2, rows, columns, in, second);
  }
#pragma omp target exit data map(from: first[0:count], second[0:count]) map(release: in[0:count])

  const bool compare = bench_wants_reference();
  bench_output_floats(first, (compare ? box_serial(1, rows, columns, image) : narrow).data(), count);
  bench_output_floats(second, (compare ? box_serial(2, rows, columns, image) : wide).data(), count);
  return bench_end();
}
