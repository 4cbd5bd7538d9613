// Call and subscript operators, methods with statements, methods through pointers and of members.
struct View {
  double *d;
  int ld;
  double &operator()(int i, int j) const { return d[i * ld + j]; }
  double operator[](int i) const { return d[i]; }
  void add(int i, double x) {
    int at = i * ld;
    d[at] += x;
  }
  double largest(int i) const {
    double m = d[i * ld];
    for (int j = 1; j < ld; j++)
      if (d[i * ld + j] > m) m = d[i * ld + j];
    return m;
  }
};
struct Holder { View in; View *out; };
void functors(int n, View v, Holder &h) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    v(i, 1) = h.in(i, 0) + v[i];
    double m = h.in.largest(i);
    h.out->add(i, m);
    (*h.out)(i, 2) -= 1;
  }
}

#ifdef TRACE
void trace(void) {
  Holder *h = (Holder *)storage(sizeof(Holder));
  View *w = (View *)storage(sizeof(View));
  w->d = doubles(9); w->ld = 3;
  h->in = *w; h->in.d = doubles(9); h->out = w;
  View v = {doubles(9), 3};
  functors(3, v, *h);
}
#endif
