// Plain classes are made, copied and assigned as their bytes; a constructor of the class's own is what it does to the members.
struct Vec { double x, y, z; };
struct Counted { int n; Counted() : n(0) {} };
void plain(int n, Vec *v, Vec *w) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    Vec t = v[i], u;
    u = w[i];
    u.x += t.y;
    w[i] = u;
    Vec made = {t.x, u.y};
    v[i].z = made.x + made.z;
  }
}
void constructor(int n, int *a) {
#pragma omp target
  for (int i = 0; i < n; i++) {
    Counted c;
    a[i] = c.n;
  }
}

#ifdef TRACE
void trace(void) {
  plain(3, (Vec *)doubles(9), (Vec *)doubles(9));
  constructor(3, ints(3));
}
#endif
