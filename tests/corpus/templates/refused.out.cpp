/* Instances that no condition on the template's parameters tells from others, or that want different things of one
   text. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };
static float a[N * N], b[N * N];

/* The last instance wants the columns over the lanes, the first one the rows; only one is made. */
template <bool BY_ROW> static void either() {
#line 11
  {
#line 11
    if constexpr (((static_cast<unsigned long long>(BY_ROW) == 18446744073709551615ULL || static_cast<unsigned long long>(BY_ROW) == 1ULL))) {
#line 11
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: b) //~ plan=none WC408
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 20; i++)
      for (int j = 0; j < 20; j++)
        b[k * 400 + (BY_ROW ? i * 20 + j : j * 20 + i)] += k;
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC408
#line 12
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 20; i++)
      for (int j = 0; j < 20; j++)
        b[k * 400 + (BY_ROW ? i * 20 + j : j * 20 + i)] += k;
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
}

/* A class has a name only behind its declaration, which may come later. */
struct Pair { float x, y; };
template <typename T> static void of_class(int n, T *p) {
  #pragma omp target teams distribute parallel for map(tofrom: p[0:n*n]) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[i * n + j].x *= 2;
}

/* 3 and 3L would be one. */
template <auto S> static void deduced(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i * n + j] += a[i * n + j] * S;
}

/* Of 128 bits clang's library tells 64. */
template <__int128 S> static void wide(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i * n + j] += a[i * n + j] * int(S);
}

template <typename, int... S> static void many(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: b) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i * n + j] += a[i * n + j] * (S + ...);
}

/* What T means in a class with a base is the base's to say. */
struct Base { typedef double Cell; };
template <typename T> struct Derived : Base {
  static void add(int n, T *x) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none WC408
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += 3;
  }
};

/* The name in the class is another one than in the definition, which has its own. */
template <typename T> struct Outside {
  static void add(int n, T *x);
};
template <typename U> void Outside<U>::add(int n, U *x) {
#line 66
  {
#line 66
    if constexpr ((__is_same(U, float))) {
#line 66
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += 3;
#line 69
    } else {
#line 69
    #pragma clang diagnostic push
#line 69
    #pragma clang diagnostic ignored "-Weverything"
#line 66
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)
#line 67
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += 3;
#line 69
    #pragma clang diagnostic pop
#line 69
    }
#line 69
  }
#line 70
}

/* What its parameter is shows in the type of the pointer. */
struct Host {
  template <typename T> void add(int n, T *x) {
#line 75
    {
#line 75
      if constexpr ((__is_same(T, float))) {
#line 75
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC408
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += 3;
#line 78
      } else {
#line 78
      #pragma clang diagnostic push
#line 78
      #pragma clang diagnostic ignored "-Weverything"
#line 75
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC408
#line 76
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += 3;
#line 78
      #pragma clang diagnostic pop
#line 78
      }
#line 78
    }
#line 79
  }
};

/* The text can stand once only. */
template <typename T> static void counted(int n, T *x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=none WC408
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      #pragma unroll
      for (int k = 0; k < 2; k++)
        x[i * n + j] += T(k);
    }
}

int main() {
  FILL(a, N * N);
  FILL(b, N * N);
  either<true>();
  either<false>();
  SHOW(b, N * N);
  of_class(20, reinterpret_cast<Pair *>(b));
  deduced<3>(N);
  deduced<3L>(N);
  wide<5>(N);
  many<int, 1, 2>(N);
  SHOW(b, N * N);
  Derived<float>::add(N, a);
  Outside<float>::add(N, a);
  Host{}.add(N, a);
  counted(N, a);
  SHOW(a, N * N);
  return 0;
}
