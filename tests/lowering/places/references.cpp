// References: parameters of scalar, array and pointer type, locals bound to an element and to a row.
void references(int n, double &sum, double (&fixed)[6], double *&moving, const int &limit) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < limit; i++) {
    double &element = fixed[i];
    element += moving[i];
    sum += element;
    const double *const &same = moving;
    fixed[n - i] = same[i + 1];
  }
}

#ifdef TRACE
void trace(void) {
  double *a = doubles(8), *b = doubles(8), *sum = doubles(1);
  int *limit = ints(4);
  references(5, *sum, *(double (*)[6])a, b, limit[3]);
}
#endif
