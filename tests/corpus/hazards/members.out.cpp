// warpcc-flags: -std=c++17
/* Names of members, constants and functions that variables are called too; types and templates that need a variable's name. */
#include "../check.h"

enum { N = 48, M = 40 };
static double a[N * N], b[N * M * M];
constexpr int m = 4;
static float w = 3;
template <int Number> struct Constant { static constexpr int value = Number; };
namespace other { static double twice(double v) { return 2 * v; } }
static double twice(double v) { return 3 * v; }

struct Member {
  double k;
  int m;
  static constexpr int three = 3;

  void in_definition(double *__restrict x) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) map(to: this[0:1]) //~ plan=none
    for (int i = 0; i < N; i++) {
      double v = i * k;
      for (int k = 0; k < 30; k++)
        x[i * N + k] += v;
    }
  }

  void in_condition(double *x) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) map(to: this[0:1]) //~ plan=none
    for (int i = 0; i < N; i++)
      if (m > 2)
        for (int m = 0; m < 30; m++)
          x[i * N + m] += i;
  }

  void in_size(double *__restrict x) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) map(to: this[0:1]) //~ plan=none
    for (int i = 0; i < N; i++) {
      const int m = 30;
      for (int j = 0; j < m; j++)
        x[i * N + j] += (double)sizeof(char[m]);
    }
  }

  static void in_constant(double *x) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none
    for (int i = 0; i < N; i++) {
      int v = i * three;
      for (int three = 0; three < 30; three++)
        x[i * N + three] += v;
    }
  }
};

static void of_template(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none
  for (int i = 0; i < N; i++) {
    const int m = 30;
    for (int j = 0; j < m; j++)
      x[i * N + j] += Constant<m>::value;
  }
}

static void of_type(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none WC211
  for (int i = 0; i < N; i++) {
    double w = i;
    using own = decltype(w);
    for (int j = 0; j < 30; j++)
      x[i * N + j] += own(2) + w;
  }
}

static void asserted(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none
  for (int i = 0; i < N; i++) {
    constexpr int last = 30;
    static_assert(last > 3, "");
    for (int j = 0; j < last; j++)
      x[i * N + j] += 3;
  }
}

static void of_function(double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N*M*M]) //~ plan=collapse(2)+sink(86) WC211
  for (int i = 0; i < N; i++) {
#line 87
    for (int j = 0; j < M; j++) {
#line 86
      double v = twice(i);
#line 88
      using other::twice;
      for (int k = 0; k < 30; k++)
        x[(i * M + j) * M + k] += v;
    }
  }
}

static void with_empty_else(double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N*N]) //~ plan=none
  for (int i = 0; i < N; i++) {
    if (i > 3) {
      for (int j = 0; j < 30; j++)
        x[i * N + j] += i;
    } else {
    }
  }
}

int main() {
  FILL(a, N * N);
  FILL(b, N * M * M);
  Member member{2, 5};
  member.in_definition(a);
  member.in_condition(a);
  member.in_size(a);
  Member::in_constant(a);
  of_template(a);
  of_type(a);
  asserted(a);
  of_function(b);
  with_empty_else(a);
  SHOW(a, N * N);
  SHOW(b, N * M * M);
  printf("%g %g %d\n", w, other::twice(m), Member::three);
}
