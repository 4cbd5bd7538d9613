// warpcc-flags: -std=c++17
// Views that a firstprivate clause gives to the region: the host knows their sizes and tests ranges that they tell. Sections of another
// size say nothing of them.
#include "../check.h"

struct Grid {
  int nx, ny;
  double *p;
  double &operator()(int i, int j) { return p[i * ny + j]; }
  double at(int i, int j) const { return p[i * ny + j]; }
};

static void smoothed(Grid a, Grid b) {
  double *ap = a.p, *bp = b.p;
  int n = a.nx * a.ny;
  #pragma omp target teams distribute parallel for map(to: ap[0:n]) map(tofrom: bp[0:n]) firstprivate(a, b) //~ plan=collapse(2) WC109 !WC115
  for (int i = 1; i < a.nx - 1; i++)
    for (int j = 1; j < a.ny - 1; j++) {
      Grid A{a.nx, a.ny, ap}, B{b.nx, b.ny, bp};
      B(i, j) = 0.25 * (A.at(i - 1, j) + A.at(i + 1, j) + A.at(i, j - 1) + A.at(i, j + 1));
    }
}

struct Sizes {
  long rows;
  unsigned columns;
  short pitch;
};

static void scaled(const double *from, double *to, Sizes of) {
  long all = of.rows * of.pitch;
  #pragma omp target teams distribute parallel for map(to: from[0:all]) map(tofrom: to[0:all]) firstprivate(of) //~ plan=collapse(2) WC109 !WC115
  for (long i = 0; i < of.rows; i++)
    for (long j = 0; j < (long)of.columns; j++)
      to[i * of.pitch + j] = 2 * from[i * of.pitch + j];
}

// Without the clause the device may have another one of that name.
static void mapped(Grid a, Grid b) {
  double *ap = a.p, *bp = b.p;
  int n = a.nx * a.ny;
  #pragma omp target teams distribute parallel for map(to: ap[0:n], a, b) map(tofrom: bp[0:n]) //~ plan=none WC202
  for (int i = 1; i < a.nx - 1; i++)
    for (int j = 1; j < a.ny - 1; j++)
      bp[i * b.ny + j] = ap[(i - 1) * a.ny + j];
}

// A class that says how it is copied: the copy need not be like it.
struct Counted {
  int rows, pitch;
  Counted(int r, int p) : rows(r), pitch(p) {}
  Counted(const Counted &other) : rows(other.rows), pitch(other.pitch) {}
};

static void copied(const double *from, double *to, Counted a, Counted b) {
  int n = a.rows * a.pitch;
  #pragma omp target teams distribute parallel for map(to: from[0:n]) map(tofrom: to[0:n]) firstprivate(a, b) //~ plan=none WC115 WC207
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < a.pitch; j++)
      to[i * b.pitch + j] += from[i * a.pitch + j];
}

int main() {
  enum { N = 70, M = 50 };
  static double one[N * M], two[N * M];
  FILL(one, N * M);
  Grid a{N, M, one}, b{N, M, two};
  smoothed(a, b);
  scaled(one, two, Sizes{N, M - 3, M});
  scaled(one, one, Sizes{N, M - 3, M});
  mapped(b, a);
  copied(one, two, Counted(N, M), Counted(N, M));
  SHOW(one, N * M);
  SHOW(two, N * M);
  return 0;
}
