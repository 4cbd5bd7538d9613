/* A template without an instance: its statements depend on what T is, so there is no loop to map. The
 * instance of the other one is a function like any, whose text is changed for it alone. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];

template <typename T> struct Unused {
  static void scale(T *x, int n) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) //~ plan=none WC401
    for (T *p = x; p < x + n; p++)
      *p *= 2;
  }
};

template <typename T> static void scale(T (*x)[N]) {
#line 17
  {
#line 17
    if constexpr ((__is_same(T, float))) {
#line 17
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:N]) //~ plan=collapse(2) !WC408 !WC401
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      x[i][j] *= 2;
#line 20
    } else {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 17
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N]) //~ plan=collapse(2) !WC408 !WC401
#line 18
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      x[i][j] *= 2;
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

int main() {
  FILL(&a[0][0], N * N);
  scale(a);
  SHOW(&a[0][0], N * N);
  return 0;
}

/* warpcc-report: whole */
