/* warpcc-flags: -std=c11 */
/* What the members of a structure behind a pointer hold is one value for the whole region where no store can reach the structure: the
   stores go to list items of the same construct. */
#include "../check.h"
typedef struct {
  int rows, cols;
  double *data;
} matrix;
typedef struct {
  long nx, ny;
  float *now, *next, coefficient;
} field;

static void add(const matrix *a, const matrix *b, matrix *c) {
  #pragma omp target teams distribute parallel for map(to: a[0:1], a->data[0:c->rows*c->cols], b[0:1], b->data[0:c->rows*c->cols]) map(to: c[0:1]) map(tofrom: c->data[0:c->rows*c->cols])
  for (int i = 0; i < c->rows; i++) //~ plan=collapse(2) WC301
    for (int j = 0; j < c->cols; j++) //~ j=proved
      c->data[i * c->cols + j] = a->data[i * a->cols + j] + b->data[i * b->cols + j]; //~ a: sectors=1->1
}

/* The rows of one structure lie apart by the width of another one, which may be anything. */
static void add_wide(const matrix *a, matrix *c) {
  #pragma omp target teams distribute parallel for map(to: a[0:1], a->data[0:c->rows*c->cols]) map(to: c[0:1]) map(tofrom: c->data[0:c->rows*c->cols])
  for (int i = 0; i < c->rows; i++) //~ plan=none
    for (int j = 0; j < c->cols; j++) //~ j=unknown
      c->data[i * a->cols + j * a->rows] += a->data[i * c->cols + j];
}

/* The sizes of a list item that bound no loop: the section may be empty, and share what another one maps. The host asks. */
static void add_sized(const matrix *a, matrix *c) {
  #pragma omp target teams distribute parallel for map(to: a[0:1], a->data[0:a->rows*a->cols]) map(to: c[0:1]) map(tofrom: c->data[0:c->rows*c->cols])
  for (int i = 0; i < c->rows; i++) //~ plan=collapse(2) WC109
    for (int j = 0; j < c->cols; j++)
      c->data[i * c->cols + j] = a->data[i * a->cols + j] + 1;
}

/* A size of the same structure that bounds no loop. The host asks whether the section is empty. */
static void add_other(matrix *c, int m) {
  #pragma omp target teams distribute parallel for map(to: c[0:1]) map(tofrom: c->data[0:c->rows*c->cols])
  for (int i = 0; i < c->rows; i++) //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      c->data[i * c->cols + j] += 1;
}

/* A stencil from one member into another one. */
static void step(field *f) {
  #pragma omp target teams distribute parallel for map(to: f[0:1], f->now[0:f->nx*f->ny]) map(tofrom: f->next[:f->nx*f->ny])
  for (long x = 1; x < f->nx - 1; ++x) { //~ plan=collapse(2)
    for (long y = 1; y < f->ny - 1; ++y) { //~ y=proved
      long at = x * f->ny + y;
      f->next[at] = f->now[at] + f->coefficient * (f->now[at - 1] + f->now[at + 1] + f->now[at - f->ny] + f->now[at + f->ny]);
    }
  }
}

/* The same in place: the neighbours are those that other iterations store. */
static void sweep(field *f) {
  #pragma omp target teams distribute parallel for map(to: f[0:1]) map(tofrom: f->now[0:f->nx*f->ny])
  for (long x = 0; x < f->nx; ++x) //~ plan=none
    for (long y = 1; y < f->ny; ++y) //~ y=unknown
      f->now[x * f->ny + y] += f->now[x * f->ny + y - 1];
}

int main(void) {
  enum { R = 33, C = 17, S = R * C };
  matrix a = {R, C, malloc(S * sizeof(double))}, b = {R, C, malloc(S * sizeof(double))}, c = {R, C, malloc(S * sizeof(double))};
  field f = {R, C, malloc(S * sizeof(float)), malloc(S * sizeof(float)), 2};
  FILL(a.data, S);
  FILL(b.data, S);
  FILL(c.data, S);
  FILL(f.now, S);
  FILL(f.next, S);
  add(&a, &b, &c);
  SHOW(c.data, S);
  matrix narrow = {1, C, a.data};
  add_wide(&narrow, &c);
  SHOW(c.data, S);
  add_sized(&a, &c);
  SHOW(c.data, S);
  add_other(&c, C);
  SHOW(c.data, S);
  step(&f);
  SHOW(f.next, S);
  sweep(&f);
  SHOW(f.now, S);
  return 0;
}
