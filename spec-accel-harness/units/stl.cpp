// A C++ unit as offload codes write them: containers and algorithms of the standard library on the
// host, loops on raw pointers in target regions.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

struct Grid {
  int rows;
  int columns;
  std::vector<double> cells;

  Grid(int rows, int columns)
      : rows(rows), columns(columns), cells(static_cast<std::size_t>(rows) * columns) {}
};

void fill(Grid &grid, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::generate(grid.cells.begin(), grid.cells.end(), [&] { return uniform(engine); });
}

void smooth(const Grid &from, Grid &to) {
  const double *in = from.cells.data();
  double *out = to.cells.data();
  const int rows = from.rows;
  const int columns = from.columns;
#pragma omp target teams distribute parallel for map(to : in[0 : rows * columns])                  \
    map(tofrom : out[0 : rows * columns])
  for (int i = 1; i < rows - 1; i++) {
    for (int j = 1; j < columns - 1; j++) {
      out[i * columns + j] = 0.25 * (in[(i - 1) * columns + j] + in[(i + 1) * columns + j] +
                                     in[i * columns + j - 1] + in[i * columns + j + 1]);
    }
  }
}

void scale(Grid &grid, double factor) {
  double *cells = grid.cells.data();
  const int rows = grid.rows;
  const int columns = grid.columns;
#pragma omp target teams distribute parallel for map(tofrom : cells[0 : rows * columns])
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) {
      cells[i * columns + j] *= factor;
    }
  }
}

double total(const Grid &grid) {
  return std::accumulate(grid.cells.begin(), grid.cells.end(), 0.0);
}

std::map<std::string, std::function<double(const Grid &)>> measures() {
  std::map<std::string, std::function<double(const Grid &)>> table;
  table["total"] = total;
  table["largest"] = [](const Grid &g) { return *std::max_element(g.cells.begin(), g.cells.end()); };
  table["norm"] = [](const Grid &g) {
    return std::sqrt(std::inner_product(g.cells.begin(), g.cells.end(), g.cells.begin(), 0.0));
  };
  return table;
}

} // namespace

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::stoi(argv[1]) : 256;
  auto now = std::make_unique<Grid>(size, size);
  auto next = std::make_unique<Grid>(size, size);
  fill(*now, 1);
  *next = *now;
  for (int step = 0; step < 4; step++) {
    smooth(*now, *next);
    scale(*next, 1.0 / (step + 1));
    std::swap(now, next);
  }
  for (const auto &[name, measure] : measures())
    std::cout << name << ' ' << measure(*now) << '\n';
}
