/* Structured bindings, which clang captures in no construct: loops are shared only where none is named inside that
   stands outside. */
/* warpcc-flags: -std=c++20 */
#include "../check.h"

enum { N = 48 };
struct Pair { double x, y; };
struct One { double x; };
static double a[N * N], b[N * N];
static Pair s[N];
static One t[N];

/* By value: the definition cannot sink, and no thread but the first would have it. */
static void captured(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: s) //~ plan=none WC201 WC211
  for (int i = 0; i < n; i++) {
    auto [x, y] = s[i];
    for (int j = 0; j < n; j++)
      a[i * n + j] = a[i * n + j] * x + y;
  }
}

static void in_header(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: s) //~ plan=none WC202
  for (int i = 0; i < n; i++) {
    const auto &[x, y] = s[i % 2];
    for (int j = 0; j < n + (x > 100 ? 1 : 0); j++)
      a[i * n + j] += 3;
  }
}

/* Each thread has its own. */
static void inside(int n) {
#line 34
  {
#line 34
    #pragma clang diagnostic push
#line 34
    #pragma clang diagnostic ignored "-Weverything"
#line 34
    int warpcc_holds = (__int128)n >= 32;
#line 34
    #pragma clang diagnostic pop
#line 34
    if (warpcc_holds) {
#line 34
  #pragma omp target teams distribute map(tofrom: b) map(to: t) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
      sum += k;
#line 39
    #pragma omp parallel for firstprivate(i, sum)
#line 39
    for (int j = 0; j < n; j++) {
      auto [x] = t[j];
      b[i * n + j] = b[i * n + j] * x + sum;
    }
  }
#line 43
    } else {
#line 43
    #pragma clang diagnostic push
#line 43
    #pragma clang diagnostic ignored "-Weverything"
#line 34
  #pragma omp target teams distribute parallel for map(tofrom: b) map(to: t) //~ plan=teams(j)
#line 35
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
      sum += k;
    for (int j = 0; j < n; j++) {
      auto [x] = t[j];
      b[i * n + j] = b[i * n + j] * x + sum;
    }
  }
#line 43
    #pragma clang diagnostic pop
#line 43
    }
#line 43
  }
#line 44
}

int main() {
  FILL(a, N * N);
  FILL(b, N * N);
  for (int i = 0; i < N; i++) {
    s[i] = {double(i % 3 + 1), double(i % 5)};
    t[i] = {double(i % 3)};
  }
  captured(N);
  in_header(N);
  inside(N);
  SHOW(a, N * N);
  SHOW(b, N * N);
  return 0;
}
