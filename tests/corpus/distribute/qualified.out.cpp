/* warpcc-flags: -std=c++17 */
/* The data region of several parts would name other variables than those with longer names. */
#include "../check.h"

enum { N = 64 };
namespace far {
static double tab[N * N], out[N * N];
}
struct Held {
  static double kept[N * N];
};
double Held::kept[N * N];
static double kept[4], x[N * N];

static double spaces() {
  double tab[4] = {1, 2, 3, 4}, out = 3;
  #pragma omp target teams distribute parallel for map(tofrom: x) //~ plan=none
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      x[i * N + j] += far::tab[i * N + j];
    for (int k = 0; k < N; k++)
      far::out[i * N + k] += k;
  }
  return tab[2] + out;
}

/* Other units know the member, and may map a part of it. */
static void members() {
  #pragma omp target teams distribute map(tofrom: x) //~ plan=teams(j,k)
  for (int i = 0; i < N; i++) {
#line 31
    #pragma omp parallel for firstprivate(i)
#line 31
    for (int j = 0; j < N; j++)
      Held::kept[i * N + j] += j;
#line 33
    #pragma omp parallel for firstprivate(i)
#line 33
    for (int k = 0; k < N; k++)
      x[i * N + k] += k;
  }
}

int main() {
  FILL(x, N * N);
  FILL(far::tab, N * N);
  FILL(far::out, N * N);
  FILL(Held::kept, N * N);
  double sum = spaces();
  members();
  SHOW(x, N * N);
  SHOW(far::out, N * N);
  SHOW(Held::kept, N * N);
  printf("%g %g\n", sum, kept[2]);
  return 0;
}
