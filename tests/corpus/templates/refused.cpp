/* Instances that no condition on the template's parameters tells from others, or that want different things of one
   text. */
/* warpcc-flags: -std=c++17 */
#include "../check.h"

enum { N = 40 };
static float a[N * N], b[N * N];

/* The last instance wants the columns over the lanes, the first one the rows; only one is made. */
template <bool BY_ROW> static void either() {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC408
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 20; i++)
      for (int j = 0; j < 20; j++)
        b[k * 400 + (BY_ROW ? i * 20 + j : j * 20 + i)] += k;
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
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * n + j] += 3;
}

/* What its parameter is shows in the type of the pointer. */
struct Host {
  template <typename T> void add(int n, T *x) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n*n]) //~ plan=collapse(2) !WC408
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        x[i * n + j] += 3;
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
