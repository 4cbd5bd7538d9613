// Members of base classes stand at the base's offset, where that is known: not behind a virtual base, nor in a second one.
struct First { int n; double *data; float scale[4]; };
struct Middle : First { double own; };
struct Last : Middle {
  int more;
  void fill() {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) data[i] = own + scale[i] + this->First::scale[0] + more;
  }
};
struct Virtual : virtual First {
  void refused_virtual(double *a) {
#pragma omp target
    for (int i = 0; i < 4; i++) a[i] = scale[i];
  }
};
struct Other { double *there; };
struct Second : First, Other {
  void refused_second(double *a) {
#pragma omp target
    for (int i = 0; i < 4; i++) a[i] = there[i];
  }
};
void through_pointer(Last *b, double *a) {
#pragma omp target
  for (int i = 0; i < b->n; i++) a[i] = b->data[i] * b->scale[i];
}

#ifdef TRACE
void trace(void) {
  Last *b = (Last *)storage(sizeof(Last));
  b->n = 4; b->data = doubles(4); b->scale[1] = 2; b->own = 3;
  b->fill();
  through_pointer(b, doubles(4));
}
#endif
