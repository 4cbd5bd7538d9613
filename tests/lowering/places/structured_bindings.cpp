// Names of the parts of an object: of an array and of a class, by reference; a copy is an object of its own.
struct Point { double x, y; int kind; };
void structured_bindings(int n, Point *p, double (*rows)[2], double *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    auto &[x, y, kind] = p[i];
    auto &[left, right] = rows[i];
    out[i] = x * kind + left;
    y = right;
    right += 1;
  }
}
void copies(int n, Point *p, double *out) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    auto [x, y, kind] = p[i];
    p[i].x = 0;
    x += y;
    out[i] = x;
  }
}

#ifdef TRACE
void trace(void) {
  Point *p = (Point *)doubles(9);
  structured_bindings(3, p, (double (*)[2])doubles(6), doubles(3));
  copies(3, p, doubles(3));
}
#endif
