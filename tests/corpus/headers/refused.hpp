#ifndef REFUSED_HPP
#define REFUSED_HPP

inline void tells_its_line(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none WC211
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += __LINE__ % 2;
}

inline void with_a_lambda(int n, double *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      auto twice = [](double v) { return 2 * v; };
      x[i * n + j] = twice(x[i * n + j]);
    }
}

#define OFFLOAD _Pragma("omp target teams distribute parallel for")

inline void on_a_line_with_others(int n, double *x) {
  #pragma omp target data map(tofrom: x[0:n*n])
  { OFFLOAD for (int i = 0; i < n; i++) //~ plan=none WC211
      for (int j = 0; j < n; j++)
        x[i * n + j] += 1;
  }
}

#endif
