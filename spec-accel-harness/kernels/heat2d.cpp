/* The heat equation on a rows x columns plate in C++: a class that owns its storage and whose accessor
 * computes subscripts, and a step as a member function. */
#include <vector>

#include "bench.h"

class Plate {
public:
  Plate(int rows, int columns, double *now, double *next)
      : rows_(rows), columns_(columns), now_(now), next_(next) {}

  void step(double factor) const {
    const int rows = rows_, columns = columns_;
    const double *now = now_;
    double *next = next_;
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: now[0:rows*columns]) map(tofrom: next[0:rows*columns])
#else
#pragma omp target teams distribute parallel for map(to: now[0:rows*columns]) map(tofrom: next[0:rows*columns])
#endif
    for (int r = 1; r < rows - 1; ++r) {
      for (int c = 1; c < columns - 1; ++c) {
        next[at(r, c, columns)] = now[at(r, c, columns)]
                                + factor * (now[at(r - 1, c, columns)] + now[at(r + 1, c, columns)]
                                          + now[at(r, c - 1, columns)] + now[at(r, c + 1, columns)]
                                          - 4.0 * now[at(r, c, columns)]);
      }
    }
  }

  void keep() const {
    const int rows = rows_, columns = columns_;
    double *now = now_;
    const double *next = next_;
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: next[0:rows*columns]) map(tofrom: now[0:rows*columns])
#else
#pragma omp target teams distribute parallel for map(to: next[0:rows*columns]) map(tofrom: now[0:rows*columns])
#endif
    for (int r = 1; r < rows - 1; ++r) {
      for (int c = 1; c < columns - 1; ++c) {
        now[at(r, c, columns)] = next[at(r, c, columns)];
      }
    }
  }

private:
  static constexpr int at(int row, int column, int columns) { return row*columns + column; }

  int rows_, columns_;
  double *now_, *next_;
};

static void step(const Plate &plate) { plate.step(0.125); }
static void keep(const Plate &plate) { plate.keep(); }

static void heat_serial(int steps, int rows, int columns, std::vector<double> &plate) {
  for (std::vector<double> old = plate; steps > 0; --steps, old = plate)
    for (int at = columns; at < (rows - 1)*columns; ++at)
      if (at % columns != 0 && at % columns != columns - 1)
        plate[at] = old[at] + 0.125 * (old[at - columns] + old[at + columns] + old[at - 1] + old[at + 1] - 4.0 * old[at]);
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "heat2d");
  const int rows = bench_size("rows", 512, 3, 16384), columns = bench_size("columns", 640, 3, 16384);
  const int steps = bench_size("steps", 8, 1, 100000);
  const size_t count = static_cast<size_t>(rows) * columns;
  std::vector<double> first(count), second(count), expected(count);
  double *now = first.data(), *next = second.data();
  bench_fill_doubles(now, count, 1);
  bench_fill_doubles(expected.data(), count, 1);
  const Plate plate(rows, columns, now, next);

  bench_keep(now, sizeof *now * (size_t)count);
#pragma omp target enter data map(to: now[0:count], next[0:count])
  while (bench_repeat()) {
#pragma omp target update to(now[0:count])
    for (int t = 0; t < steps; ++t) {
      BENCH_TIME(step, plate);
      BENCH_TIME(keep, plate);
    }
  }
#pragma omp target exit data map(from: now[0:count]) map(release: next[0:count])

  if (bench_wants_reference())
    heat_serial(steps, rows, columns, expected);
  bench_output_doubles(now, expected.data(), count);
  return bench_end();
}
