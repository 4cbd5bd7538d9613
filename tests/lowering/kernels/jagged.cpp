// Structures of pointers by reference, a member function for indices, a namespace, defaults for parameters.
namespace field {
struct Jagged {
  int rows;
  const int *start;
  double *value;
  int at(int r, int k, int skip = 0) const { return start[r] + k + skip; }
  int length(int r) const { return start[r + 1] - start[r]; }
};
}
void jagged(const field::Jagged &j, double *sums) {
#pragma omp target teams distribute parallel for
  for (int r = 0; r < j.rows; r++) {
    double sum = 0;
    for (int k = 0; k < j.length(r); k++) sum += j.value[j.at(r, k)];
    sums[r] = sum + j.value[j.at(r, 0, 1)];
  }
}

#ifdef TRACE
void trace(void) {
  field::Jagged *j = (field::Jagged *)storage(sizeof(field::Jagged));
  j->rows = 3; j->start = ints(4); j->value = doubles(12);
  jagged(*j, doubles(3));
}
#endif
