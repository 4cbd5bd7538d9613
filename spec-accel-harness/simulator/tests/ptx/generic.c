// A region in generic mode: one thread works, then all threads of the team do.
void scale_rows(int rows, int columns, float *values) {
#pragma omp target teams distribute map(tofrom : values[:rows * columns])
  for (int i = 0; i < rows; i++) {
    float factor = values[i * columns];
#pragma omp parallel for
    for (int j = 0; j < columns; j++)
      values[i * columns + j] *= factor;
  }
}
