// A member in a map clause is an item of its own: it does not map the structure, as the last region does.
struct Field {
  int n;
  double *x;
  struct {
    double *y;
  } inner;
};

void members(struct Field s, struct Field *p, int i) {
#pragma omp target teams distribute parallel for map(tofrom : s.x[0 : s.n]) map(to : p->inner.y[0 : 8])
  for (int j = 0; j < s.n; j++)
    s.x[j] = p->inner.y[j];
#pragma omp target map(tofrom : p[i].x[0 : 4])
  p[i].x[1] = 2;
#pragma omp target map(tofrom : s)
  s.n = 3;
}
