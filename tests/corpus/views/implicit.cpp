/* warpcc-flags: -std=c++17 -O2 */
/* Views that a region gets as they are: the storage behind them may overlap, and no text but the class's own names their members. */
#include "../check.h"
template <class T> class Matrix {
  T *data_ = nullptr;
  int rows_ = 0, columns_ = 0;

public:
  Matrix(T *data, int rows, int columns) : data_(data), rows_(rows), columns_(columns) {}
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  T &operator()(int i, int j) const { return data_[i * columns_ + j]; }
};

static void smooth(Matrix<double> from, Matrix<double> to) {
  int n = from.rows(), m = from.columns();
  #pragma omp target teams distribute parallel for
  for (int i = 1; i < n - 1; i++) //~ plan=collapse(2) WC109 WC309
    for (int j = 1; j < m - 1; j++)
      to(i, j) = from(i, j - 1) + from(i, j + 1);
}

/* Behind references. */
static void scale(const Matrix<float> &from, Matrix<float> &to, int n, int m) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++)
      to(i, j) = 2 * from(i, j);
}

/* The elements may be the view's own numbers. */
static void number(Matrix<int> to, int n, int m) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) //~ plan=none
    for (int j = 0; j < m; j++) //~ !WC102
      to(i, j) = 3 * i + j;
}

int main() {
  enum { N = 25, M = 31, S = N * M };
  double *a = new double[S], *b = new double[S];
  float *c = new float[S], *d = new float[S];
  int *e = new int[S];
  FILL(a, S);
  FILL(b, S);
  FILL(c, S);
  FILL(d, S);
  FILL(e, S);
  #pragma omp target data map(tofrom: a[0:S], b[0:S], c[0:S], d[0:S], e[0:S]) use_device_ptr(a, b, c, d, e)
  {
    smooth({a, N, M}, {b, N, M});
    smooth({a, N, M}, {a, N, M});
    Matrix<float> from(c, N, M), to(d, N, M), shifted(d + 1, N, M);
    scale(from, to, N, M);
    scale(to, shifted, N, M - 1);
    number({e, N, M}, N, M);
  }
  SHOW(a, S);
  SHOW(b, S);
  SHOW(d, S);
  SHOW(e, S);
  return 0;
}
