/* warpcc-flags: -std=c++17 */
/* A view with strides as classes of libraries have it, made by a constructor; and copies of views. */
#include "../check.h"
template <class T> class matrix_view {
  T *data_;
  long extents_[2], stride_;

public:
  matrix_view(T *data, long rows, long columns) : data_(data), extents_{rows, columns}, stride_(columns) {}
  T &operator()(long i, long j) const { return data_[i * stride_ + j]; }
};

template <class T> struct pitched {
  T *data;
  long pitch;
  pitched(T *d, long p) : data(d), pitch(p) {}
  T &at(long i, long j) const { return data[i * pitch + j]; }
  const T *row(long i) const { return data + i * pitch; }
};

/* A method for elements, and one for rows. */
static void scale(float *from, float *to, long n, long m) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:n*m]) map(from: to[0:n*m])
  for (long i = 0; i < n; i++) //~ plan=collapse(2)
    for (long j = 0; j < m; j++) { //~ j=proved
      pitched<float> in(from, m), out(to, m);
      out.at(i, j) = 2 * in.row(i)[j];
    }
}

/* The object has an array beside the pointer: its members are not followed. */
static void with_extents(float *from, float *to, long n, long m) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(from: to[0:n*m])
  for (long i = 0; i < n; i++) //~ plan=none
    for (long j = 0; j < m; j++) { //~ j=unknown
      matrix_view<float> in(from, n, m), out(to, n, m);
      out(i, j) = 3 * in(i, j);
    }
}

/* A name for the object may change its members. */
static void renamed(float *from, float *to, long n, long m) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: to[0:n*m])
  for (long i = 0; i < n; i++) //~ plan=none
    for (long j = 0; j < m; j++) { //~ j=unknown
      pitched<float> out(to, m);
      pitched<float> &name = out;
      name.pitch = j % 2;
      out.at(0, i * m) += from[i * m + j];
    }
}

int main() {
  enum { N = 24, M = 37 };
  float *a = new float[N * M], *b = new float[N * M];
  FILL(a, N * M);
  FILL(b, N * M);
  scale(a, b, N, M);
  SHOW(b, N * M);
  with_extents(a, b, N, M);
  SHOW(b, N * M);
  renamed(a, b, N, M);
  SHOW(b, N * M);
  return 0;
}
