// Members of the implicit object in map clauses, with this-> and without; a plain pointer beside them.
struct Grid {
  int n;
  double *a;
  void fill(double *b) {
#pragma omp target teams distribute parallel for map(tofrom : this->a[0 : n]) map(to : b[0 : n])
    for (int i = 0; i < n; i++)
      a[i] = b[i];
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) map(to : this[0 : 1])
    for (int i = 0; i < n; i++)
      a[i] = n;
  }
};
