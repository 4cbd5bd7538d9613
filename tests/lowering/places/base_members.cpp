// Members of base classes stand at the base's offset; a virtual base has no constant one.
struct First { int pad; double *data; };
struct Second { int n; float scale[4]; };
struct Both : First, Second {
  double own;
  void fill() {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) data[i] = own + scale[i] + this->Second::scale[0];
  }
};
struct Virtual : virtual Second {
  void refused_virtual(double *a) {
#pragma omp target
    for (int i = 0; i < 4; i++) a[i] = scale[i];
  }
};
void through_pointer(Both *b, double *a) {
#pragma omp target
  for (int i = 0; i < b->n; i++) a[i] = b->data[i] * b->scale[i];
}

#ifdef TRACE
void trace(void) {
  Both *b = (Both *)storage(sizeof(Both));
  b->n = 4; b->data = doubles(4); b->scale[1] = 2;
  b->fill();
  through_pointer(b, doubles(4));
}
#endif
