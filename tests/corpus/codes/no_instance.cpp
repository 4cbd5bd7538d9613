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
  #pragma omp target teams distribute parallel for map(tofrom: x[0:N]) //~ plan=collapse(2) !WC408 !WC401
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      x[i][j] *= 2;
}

int main() {
  FILL(&a[0][0], N * N);
  scale(a);
  SHOW(&a[0][0], N * N);
  return 0;
}

/* warpcc-report: whole */
