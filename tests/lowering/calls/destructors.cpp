// The end of an object's life may act: an object of a class with a destructor is an effect where it is made.
struct Guard {
  double *where;
  ~Guard() { *where = 0; }
};
int total;
struct Counter {
  ~Counter() { total++; }
};
struct Holder {
  int n;
  Counter counter;
};
void end_of_member(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    Holder holder{};
    a[i] = 1;
  }
}
struct Plain { double *where; };
void ends(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    Guard guard{&a[i]};
    a[i + 1] = 1;
  }
}
void no_end(int n, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    Plain plain{&a[i]};
    plain.where[1] = 1;
  }
}
