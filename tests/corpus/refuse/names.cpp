// warpcc-flags: -std=c++17
// Functions that are called as the library's are, and act.
#include "../check.h"
enum { N = 40 };
static double a[N * N];

// Where the definition cannot be seen.
#pragma omp declare target
static int calls;
namespace my {
double pow(double x, double y) __asm__("count_and_add");
}
struct counter {
  static int log(int j) __asm__("count_and_return");
};
double exp(int x, int y) __asm__("count_and_subtract");
extern "C" double count_and_add(double x, double y) { return calls++ < 0 ? 0 : x + y; }
extern "C" int count_and_return(int j) { return calls++ < 0 ? 0 : j; }
extern "C" double count_and_subtract(int x, int y) { return calls++ < 0 ? 0 : x - y; }
#pragma omp end declare target

static void of_a_namespace(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * N + j] = my::pow(a[i * N + j], j);
}

static void of_a_class(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * N + j] = counter::log(j);
}

static void overloaded(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * N + j] = exp(j, i);
}

int main() {
  FILL(a, N * N);
  of_a_namespace(4);
  of_a_class(4);
  overloaded(4);
  SHOW(a, N * N);
  return 0;
}
