// Structures are copied as a whole, in declarations and assignments.
struct cell { double v[3]; int tag; };
void structures(int n, struct cell *c, struct cell *d) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    struct cell t = c[i];
    t.tag += i;
    d[i] = t;
    c[i] = d[0];
    d[i].v[1] += t.v[2];
  }
}

#ifdef TRACE
void trace(void) {
  struct cell *c = (struct cell *)doubles(20);
  structures(3, c, (struct cell *)doubles(20));
}
#endif
