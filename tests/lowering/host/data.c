/* What directives say of data: items with the variables that their names mean, and lists that are not understood. */
struct mesh { int n; double *p; };
static double table[64];
typedef void work(double *);

static void twice(double *a) { a[0] *= 2; }
static void half(double *a) { a[0] /= 2; }
work *chosen = half;

void held(struct mesh *m, double *a, int n) {
#pragma omp target data map(tofrom: a[0:n], table) map(to: m->p[0:m->n])
  {
    int a = 3;
#pragma omp target map(always, to: a)
    table[a] = 1;
#pragma omp target update from(table)
    twice(table);
  }
#pragma omp target enter data map(to: a[0:n]) if(n > 4)
#pragma omp target exit data map(delete: a[0:n])
  ;
}

void leaves(double (*rows)[8], int n) {
  for (int i = 0; i < n; i++) {
#pragma omp target teams loop map(rows[0:n])
    for (int j = 0; j < 8; j++)
      rows[i][j] = j;
    if (rows[i][0] > 1)
      goto out;
    switch (i) {
    case 1:
      continue;
    default:
      break;
    }
  }
out:
  chosen(rows[0]);
}
