// What `assume` directives hold is a fact of the regions in their statements; clang 19 refuses the directive and goes on, clang 20 knows it.
#define REGION \
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
  for (int i = 0; i < n; i++) a[i] += m;

void held(int n, int m, double *a) {
#pragma omp assume holds(m > 5 && n - 1 >= m) no_openmp_routines
  { REGION }
}

void held_by_the_region(int n, int m, double *a) {
#pragma omp assume holds(0 < m)
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) a[i] += m;
}

void not_held_behind(int n, int m, double *a) {
#pragma omp assume holds(m > 5)
  { a[0] = 2; }
  REGION
}

void not_understood(int n, int m, double *a) {
#pragma omp assume holds(m > 5 || n > m) holds(m > 3u)
  { REGION }
}

void another_variable(int n, int m, double *a) {
  for (int k = 0; k < 3; k++) a[k] = 0;
#pragma omp assume holds(k > 5)
  for (int k = 0; k < 3; k++) REGION
}

void changed_inside(int n, int m, double *a) {
#pragma omp assume holds(m > 5)
  {
    m = 2;
    REGION
  }
}
