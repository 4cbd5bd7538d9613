// warpcc-flags: -std=c++17
#include "../check.h"

class Field {
 public:
  Field(int n, int m) : n_(n), m_(m), data_(new double[n * m]) { FILL(data_, n * m); }
  ~Field() { delete[] data_; }
  void show() const { SHOW(data_, n_ * m_); }

  void scale(double by) {
    double *d = data_;
    const int n = n_, m = m_;
    #pragma omp target teams distribute parallel for map(tofrom: d[0:n*m]) firstprivate(by)
    for (int i = 0; i < n; ++i) //~ plan=collapse(2)
      for (int j = 0; j < m; ++j) //~ j=proved
        d[i * m + j] *= by; //~ sectors=8..32->8
  }

  void shift(const int &rows, double by) {
    double *d = data_;
    const int m = m_;
    #pragma omp target teams distribute parallel for map(tofrom: d[0:rows*m])
    for (int i = 0; i < rows; ++i) //~ plan=none WC202
      for (int j = 0; j < m; ++j)
        d[i * m + j] += by;
  }

  void members(double by) {
    #pragma omp target teams distribute parallel for map(tofrom: this[0:1], data_[0:n_*m_]) //~ plan=collapse(2)
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < m_; ++j)
        data_[i * m_ + j] += by;
  }

 private:
  int n_, m_;
  double *data_;
};

namespace outer {
namespace {
void in_lambda(float (&a)[40][50]) {
  auto run = [&](float by) {
    #pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 40; ++i)
      for (int j = 0; j < 50; ++j)
        a[i][j] += by;
  };
  run(2);
}
}  // namespace
}  // namespace outer

int main() {
  static float a[40][50];
  Field field(35, 45);
  field.scale(2);
  field.show();
  field.shift(30, 1);
  field.show();
  field.members(3);
  field.show();
  outer::in_lambda(a);
  SHOW(&a[0][0], 40 * 50);
  return 0;
}
