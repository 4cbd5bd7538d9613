// warpcc-flags: -std=c++17 -fsanitize=signed-integer-overflow -fsanitize-trap=all
// A sanitizer stops at an overflow: a bound of 64 bits that may overflow stays behind the loop around it.
#include <climits>

#include "../check.h"

namespace {

constexpr long width = 40;
double grid[width * width];

void interior(long rows, long columns, long halo) {
#line 13
  {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 13
    int warpcc_holds = (__int128)columns >= (__int128)halo + 32;
#line 13
    #pragma clang diagnostic pop
#line 13
    if (warpcc_holds) {
#line 13
  #pragma omp target teams distribute map(tofrom: grid) //~ plan=teams(x) WC202
  for (long y = 0; y < rows; ++y)
#line 15
    #pragma omp parallel for firstprivate(y)
#line 15
    for (long x = 0; x < columns - halo; ++x)
      grid[y * width + x] *= 3;
#line 16
    } else {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 13
  #pragma omp target teams distribute parallel for map(tofrom: grid) //~ plan=teams(x) WC202
#line 14
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < columns - halo; ++x)
      grid[y * width + x] *= 3;
#line 16
    #pragma clang diagnostic pop
#line 16
    }
#line 16
  }
#line 17
}

void computed_before(long rows, long columns, long halo) {
  const long inner = columns - halo;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: grid) //~ plan=collapse(2)
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < inner; ++x)
      grid[y * width + x] += 2;
}

void unsigned_ends(long rows, unsigned columns) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: grid) //~ plan=collapse(2)
  for (long y = 0; y < rows; ++y)
    for (unsigned x = 0; x < columns + 1; ++x)
      grid[y * width + x] += 5;
}

}

int main() {
  FILL(grid, width * width);
  interior(0, LONG_MIN, 1);
  interior(width, width, 2);
  computed_before(width, width, 3);
  unsigned_ends(width, width - 1);
  SHOW(grid, width * width);
}
