/* warpcc-flags: -std=c++17 */
/* Members of the object of a method, and of an object by reference. */
#include "../check.h"
struct Field {
  int nx, ny;
  double *u, *v;
  void scale(double by);
  void shift();
  void mix(double *u);
};

/* By their own names. */
void Field::scale(double by) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: this[0:1]) map(tofrom: u[0:nx*ny])
  for (int i = 0; i < nx; i++) //~ plan=collapse(2)
    for (int j = 0; j < ny; j++) //~ j=proved
      u[i * ny + j] *= by;
}

/* Behind `this`. */
void Field::shift() {
  #pragma omp target teams distribute parallel for collapse(2) map(to: this[0:1], this->v[0:this->nx*this->ny]) map(tofrom: this->u[0:this->nx*this->ny])
  for (int i = 0; i < this->nx; i++) //~ plan=collapse(2) WC301
    for (int j = 0; j < this->ny; j++) //~ j=proved
      this->u[i * ny + j] = this->v[i * ny + j] + 1;
}

/* A parameter hides the member: the section is the parameter's. */
void Field::mix(double *u) {
  double *w = u;
  #pragma omp target teams distribute parallel for map(to: this[0:1]) map(to: u[0:nx*ny]) map(tofrom: v[0:nx*ny])
  for (int i = 0; i < nx; i++) //~ plan=none
    for (int j = 0; j < ny; j++) //~ j=unknown
      v[i * ny + j] = this->u[i * ny + j] + (w ? 1 : 0);
}

static void referred(Field &f) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: f) map(to: f.v[0:f.nx*f.ny]) map(tofrom: f.u[0:f.nx*f.ny])
  for (int i = 0; i < f.nx; ++i) //~ plan=collapse(2)
    for (int j = 0; j < f.ny; ++j) //~ j=proved
      f.u[i * f.ny + j] += f.v[i * f.ny + j];
}

int main() {
  enum { N = 21, M = 26 };
  Field f{N, M, new double[N * M], new double[N * M]};
  FILL(f.u, N * M);
  FILL(f.v, N * M);
  f.scale(2);
  SHOW(f.u, N * M);
  referred(f);
  SHOW(f.u, N * M);
  f.shift();
  SHOW(f.u, N * M);
  #pragma omp target data map(to: f) map(to: f.u[0:N*M])
  f.mix(f.u);
  SHOW(f.v, N * M);
  return 0;
}
