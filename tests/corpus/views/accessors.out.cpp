/* warpcc-flags: -std=c++17 */
/* Objects that each iteration makes for itself, whose methods say where elements are. */
#include "../check.h"
struct Grid {
  int nx, ny;
  double *p;
  double &operator()(int i, int j) { return p[i * ny + j]; }
  double at(int i, int j) const { return p[i * ny + j]; }
};

static void smooth(Grid a, Grid b) {
  double *ap = a.p, *bp = b.p;
  int n = a.nx * a.ny, nx = a.nx, ny = a.ny;
  #pragma omp target teams distribute parallel for collapse(2) map(to: ap[0:nx*ny]) map(tofrom: bp[0:nx*ny])
  for (int i = 1; i < nx - 1; i++) //~ plan=collapse(2)
    for (int j = 1; j < ny - 1; j++) { //~ j=proved
      Grid A{nx, ny, ap}, B{nx, ny, bp};
      B(i, j) = 0.25 * (A.at(i - 1, j) + A.at(i + 1, j) + A.at(i, j - 1) + A.at(i, j + 1));
    }
  (void)n;
}

/* The object moves to another array behind the first store. */
static void turned(double *ap, double *bp, int nx, int ny) {
  #pragma omp target teams distribute parallel for map(tofrom: ap[0:nx*ny], bp[0:nx*ny])
  for (int i = 0; i < nx; i++) //~ plan=none
    for (int j = 1; j < ny; j++) { //~ j=carried
      Grid A;
      A.ny = ny;
      A.p = ap;
      A(i, j) += 1;
      A.p = bp;
      A(i, j) += A.at(i, j - 1);
    }
}

/* Which array it is depends on the iteration. */
static void chosen(double *ap, double *bp, int nx, int ny) {
  #pragma omp target teams distribute parallel for map(tofrom: ap[0:nx*ny], bp[0:nx*ny])
  for (int i = 0; i < nx; i++) //~ plan=none
    for (int j = 1; j < ny; j++) { //~ j=unknown
      Grid A;
      A.ny = ny;
      A.p = ap;
      if (j % 2) A.p = bp;
      A(i, j) += 1;
    }
}

/* The width is another one in each iteration. */
static void ragged(double *ap, int nx, int ny) {
  #pragma omp target teams distribute parallel for map(tofrom: ap[0:nx*ny])
  for (int i = 0; i < nx; i++) //~ plan=none
    for (int j = 0; j < ny; j++) { //~ !WC102
      Grid A{nx, j % 3, ap};
      A(0, i * ny) += 1;
    }
}

int main() {
  enum { N = 22, M = 35 };
  Grid a{N, M, new double[N * M]}, b{N, M, new double[N * M]};
  FILL(a.p, N * M);
  FILL(b.p, N * M);
  smooth(a, b);
  SHOW(b.p, N * M);
  turned(a.p, b.p, N, M);
  SHOW(a.p, N * M);
  SHOW(b.p, N * M);
  chosen(a.p, b.p, N, M);
  SHOW(a.p, N * M);
  ragged(a.p, N, M);
  SHOW(a.p, N * M);
  return 0;
}
