#pragma once

inline void folded(int n, int m, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m]) //~ plan=collapse(2) !WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] += i - j; //~ sectors=8..32->8
}

static void blended(int n, int m, double *x, const float *y) {
  // The loops are parallel where x and y are apart.
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m]) map(to: y[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double old = x[i * m + j];
      x[i * m + j] = 2 * old + y[i * m + j];
    }
}

void alone(int n, int m, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] *= 2;
}

template <typename T> void plus(int n, int m, const T *from, T *to) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: to[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] += from[i * m + j] + T(1);
}

template <typename T> struct field {
  int n, m;
  T *data;

  void shift(int by) {
    T *x = data;
    const int rows = n, columns = m;
    #pragma omp target teams distribute parallel for map(tofrom: x[0:rows*columns]) //~ plan=collapse(2)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        x[i * columns + j] += T(by);
  }
};
