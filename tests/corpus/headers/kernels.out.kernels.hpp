#pragma once

inline void folded(int n, int m, double *x) {
#line 953975104
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*m]) //~ plan=collapse(2) !WC406
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] += i - j;
#line 7
                             //~ sectors=8..32->8
}

static void blended(int n, int m, double *x, const float *y) {
  // The loops are parallel where x and y are apart.
#line 319880512
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*m]) map(to: y[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double old = x[i * m + j];
      x[i * m + j] = 2 * old + y[i * m + j];
    }
#line 17
     
}

void alone(int n, int m, double *x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] *= 2;
}

template <typename T> void plus(int n, int m, const T *from, T *to) {
#line 336824728
  {
#line 336824728
    if constexpr ((__is_same(T, double)) || (__is_same(T, float))) {
#line 336824728
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:n*m]) map(tofrom: to[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] += from[i * m + j] + T(1);
#line 336824731
    } else {
#line 336824731
    #pragma clang diagnostic push
#line 336824731
    #pragma clang diagnostic ignored "-Weverything"
#line 336824728
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: to[0:n*m]) //~ plan=collapse(2)
#line 336824729
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] += from[i * m + j] + T(1);
#line 336824731
    #pragma clang diagnostic pop
#line 336824731
    }
#line 336824731
  }
#line 32
}

template <typename T> struct field {
  int n, m;
  T *data;

  void shift(int by) {
    T *x = data;
    const int rows = n, columns = m;
#line 1009722041
    {
#line 1009722041
      if constexpr ((__is_same(T, double)) || (__is_same(T, float))) {
#line 1009722041
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:rows*columns]) //~ plan=collapse(2)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        x[i * columns + j] += T(by);
#line 1009722044
      } else {
#line 1009722044
      #pragma clang diagnostic push
#line 1009722044
      #pragma clang diagnostic ignored "-Weverything"
#line 1009722041
    #pragma omp target teams distribute parallel for map(tofrom: x[0:rows*columns]) //~ plan=collapse(2)
#line 1009722042
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        x[i * columns + j] += T(by);
#line 1009722044
      #pragma clang diagnostic pop
#line 1009722044
      }
#line 1009722044
    }
#line 45
  }
};
