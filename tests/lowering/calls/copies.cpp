// Plain classes are made, copied and assigned as their bytes; a class with a constructor of its own is an effect.
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
void refused_constructor(int n, int *a) {
#pragma omp target
  for (int i = 0; i < n; i++) {
    Counted c;
    a[i] = c.n;
  }
}

#ifdef TRACE
void trace(void) {
  plain(3, (Vec *)doubles(9), (Vec *)doubles(9));
}
#endif
