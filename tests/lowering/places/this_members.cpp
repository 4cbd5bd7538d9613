// Members through the implicit object: arrays, pointers, sizes; the explicit this is the same.
struct Field {
  int nx, ny;
  double *u;
  float w[8];
  void smooth(double *out);
};
void Field::smooth(double *out) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) out[i * ny + j] = u[i * this->ny + j] * w[j] + this->w[i];
}

#ifdef TRACE
void trace(void) {
  Field *f = (Field *)storage(sizeof(Field));
  f->nx = 2; f->ny = 3; f->u = doubles(6);
  f->smooth(doubles(6));
}
#endif
