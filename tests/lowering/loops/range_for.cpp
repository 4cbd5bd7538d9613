// for over the elements of an array: by reference, by value with conversion, nested.
struct Pair { float a, b; };
void range_for(double (&rows)[3][4], Pair (&pairs)[3], int *out) {
#pragma omp target
  {
    for (double &x : rows[1]) x += 1;
    for (auto &row : rows)
      for (int x : row) *out += x;
    for (const Pair &p : pairs) *out += p.b > 0 ? 1 : 2;
  }
}
#include <vector>
void over_vector(std::vector<double> &v) {
#pragma omp target
  for (double &x : v) x = 1;
}

#ifdef TRACE
void trace(void) {
  double *d = doubles(12);
  Pair *p = (Pair *)floats(6);
  range_for(*(double (*)[3][4])d, *(Pair (*)[3])p, ints(1));
  std::vector<double> v(4, 2.0);
  over_vector(v);
}
#endif
