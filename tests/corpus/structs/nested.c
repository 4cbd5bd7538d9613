/* warpcc-flags: -std=c11 */
/* Members of members, structures in arrays, and tables of pointers. */
#include "../check.h"
struct block {
  int count;
  double *data;
};
struct domain {
  int nx, ny;
  struct block pressure, flux;
  double *row[4];
};

static void update(struct domain *d) {
  #pragma omp target teams distribute parallel for map(to: d[0:1]) map(to: d->flux.data[0:d->nx*d->ny]) map(tofrom: d->pressure.data[0:d->nx*d->ny])
  for (int x = 0; x < d->nx; x++) //~ plan=collapse(2)
    for (int y = 0; y < d->ny; y++) //~ y=proved
      d->pressure.data[x * d->ny + y] -= d->flux.data[x * d->ny + y];
}

/* An array of the structure's own is mapped, not what its elements point to. */
static void rows(struct domain *d) {
  #pragma omp target teams distribute parallel for map(to: d[0:1], d->row[0:4])
  for (int x = 0; x < d->nx; x++) //~ plan=none
    for (int y = 0; y < d->ny; y++) //~ y=unknown
      d->row[0][x * d->ny + y] = d->row[1][x * d->ny + y] + 1;
}

/* Another element of the array of structures than the one that the clause names. */
static void second(struct block *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: b[0:2]) map(to: b->data[0:n*m]) map(tofrom: b[1].data[0:n*m])
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) //~ j=unknown
      b[1].data[i * m + j] = b[0].data[i * m + j] + 1;
}

int main(void) {
  enum { N = 27, M = 18 };
  struct domain d = {N, M, {N * M, malloc(N * M * sizeof(double))}, {N * M, malloc(N * M * sizeof(double))}, {0}};
  FILL(d.pressure.data, N * M);
  FILL(d.flux.data, N * M);
  update(&d);
  SHOW(d.pressure.data, N * M);
  if (N < 0) {
    struct block b[2] = {d.pressure, d.flux};
    second(b, N, M);
    rows(&d);
  }
  return 0;
}
