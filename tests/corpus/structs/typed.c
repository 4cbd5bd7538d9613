/* warpcc-flags: -std=c11 -O2 */
/* Structures that are on the device already: a store of a floating value changes neither pointers nor sizes in them. */
#include "../check.h"
struct sheet {
  int n, m;
  double *cells;
  int *marks;
  char *flags;
};
struct either {
  union {
    double *cells;
    long bits;
  } as;
};

static void scale(struct sheet *s, double by) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < s->n; i++) //~ plan=collapse(2) WC309
    for (int j = 0; j < s->m; j++) //~ j=proved
      s->cells[i * s->m + j] *= by;
}

/* One pointer behind two names of its structure. */
static void shift(const struct sheet *s, int n, int m) {
  const struct sheet *same = s;
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) //~ plan=collapse(2) WC309
    for (int j = 0; j < m; j++) //~ j=proved
      s->cells[i * m + j] = same->cells[i * m + j] + 1;
}

/* The integers that are stored may be the sizes. */
static void mark(struct sheet *s) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < s->n; i++) //~ plan=none
    for (int j = 0; j < s->m; j++) //~ !WC102
      s->marks[i * s->m + j] = i;
}

/* Characters may be anything. */
static void flag(struct sheet *s, int n, int m) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) //~ !WC102
      s->flags[i * m + j] = 1;
}

/* A member of a union may be stored as another type. */
static void reinterpreted(struct either *e, int n, int m) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) //~ !WC102
      e->as.cells[i * m + j] += 1;
}

/* The stores of the region go to the pointer, too. */
static void moved(struct sheet *s, double *other, int n, int m) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) { //~ !WC102
      if (n > 1000 && j == 3) s->cells = other;
      s->cells[i * m + j] += 1;
    }
}

int main(void) {
  enum { N = 23, M = 34 };
  static double cells[N * M];
  static int marks[N * M];
  static char flags[N * M];
  struct sheet s = {N, M, cells, marks, flags};
  struct either e;
  FILL(cells, N * M);
  e.as.cells = cells;
  struct sheet *p = &s;
  struct either *q = &e;
  #pragma omp target enter data map(to: p[0:1])
  #pragma omp target enter data map(to: p->cells[0:N*M], p->marks[0:N*M], p->flags[0:N*M])
  scale(p, 3);
  shift(p, N, M);
  mark(p);
  flag(p, N, M);
  if (N < 0) reinterpreted(q, N, M);
  moved(p, cells, N, M);
  #pragma omp target update from(cells, marks, flags)
  SHOW(cells, N * M);
  SHOW(marks, N * M);
  SHOW(flags, N * M);
  return 0;
}
