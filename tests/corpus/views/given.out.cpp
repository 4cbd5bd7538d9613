// warpcc-flags: -std=c++17
// Views that a firstprivate clause gives to the region: the host knows their sizes and tests ranges that they tell. Sections of another
// size say nothing of them.
#include "../check.h"

struct Grid {
  int nx, ny;
  double *p;
  double &operator()(int i, int j) { return p[i * ny + j]; }
  double at(int i, int j) const { return p[i * ny + j]; }
};

static void smoothed(Grid a, Grid b) {
  double *ap = a.p, *bp = b.p;
  int n = a.nx * a.ny;
#line 16
  {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 16
    int warpcc_a_0; __builtin_memcpy(&warpcc_a_0, (char *)__builtin_addressof(a) + 0, 4);
#line 16
    int warpcc_a_4; __builtin_memcpy(&warpcc_a_4, (char *)__builtin_addressof(a) + 4, 4);
#line 16
    int warpcc_b_4; __builtin_memcpy(&warpcc_b_4, (char *)__builtin_addressof(b) + 4, 4);
#line 16
    int warpcc_holds = warpcc_a_4 >= 0 && warpcc_b_4 >= 0 && ((__int128)(__UINTPTR_TYPE__)ap - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_a_4 - (__int128)16 * warpcc_a_4 <= (__int128)(__UINTPTR_TYPE__)bp + (__int128)8 + (__int128)8 * warpcc_b_4 || (__int128)(__UINTPTR_TYPE__)bp - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_b_4 + (__int128)8 * warpcc_a_4 - (__int128)16 * warpcc_b_4 <= (__int128)(__UINTPTR_TYPE__)ap + (__int128)8) && ((__int128)(__UINTPTR_TYPE__)ap - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_a_4 <= (__int128)(__UINTPTR_TYPE__)bp + (__int128)8 + (__int128)8 * warpcc_b_4 || (__int128)(__UINTPTR_TYPE__)bp - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_b_4 + (__int128)8 * warpcc_a_4 - (__int128)16 * warpcc_b_4 <= (__int128)(__UINTPTR_TYPE__)ap + (__int128)8 + (__int128)16 * warpcc_a_4) && ((__int128)(__UINTPTR_TYPE__)ap + (__int128)8 * warpcc_a_0 * warpcc_a_4 - (__int128)8 * warpcc_a_4 <= (__int128)(__UINTPTR_TYPE__)bp + (__int128)8 + (__int128)8 * warpcc_b_4 || (__int128)(__UINTPTR_TYPE__)bp - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_b_4 + (__int128)8 * warpcc_a_4 - (__int128)16 * warpcc_b_4 <= (__int128)(__UINTPTR_TYPE__)ap + (__int128)8 * warpcc_a_4);
#line 16
    if (warpcc_holds) {
#line 16
    #pragma omp target data use_device_ptr(ap, bp)
#line 16
      { warpcc_holds = warpcc_a_4 >= 0 && warpcc_b_4 >= 0 && (!ap || !bp || (__int128)(__UINTPTR_TYPE__)ap - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_a_4 - (__int128)16 * warpcc_a_4 <= (__int128)(__UINTPTR_TYPE__)bp + (__int128)8 + (__int128)8 * warpcc_b_4 || (__int128)(__UINTPTR_TYPE__)bp - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_b_4 + (__int128)8 * warpcc_a_4 - (__int128)16 * warpcc_b_4 <= (__int128)(__UINTPTR_TYPE__)ap + (__int128)8) && (!ap || !bp || (__int128)(__UINTPTR_TYPE__)ap - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_a_4 <= (__int128)(__UINTPTR_TYPE__)bp + (__int128)8 + (__int128)8 * warpcc_b_4 || (__int128)(__UINTPTR_TYPE__)bp - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_b_4 + (__int128)8 * warpcc_a_4 - (__int128)16 * warpcc_b_4 <= (__int128)(__UINTPTR_TYPE__)ap + (__int128)8 + (__int128)16 * warpcc_a_4) && (!ap || !bp || (__int128)(__UINTPTR_TYPE__)ap + (__int128)8 * warpcc_a_0 * warpcc_a_4 - (__int128)8 * warpcc_a_4 <= (__int128)(__UINTPTR_TYPE__)bp + (__int128)8 + (__int128)8 * warpcc_b_4 || (__int128)(__UINTPTR_TYPE__)bp - (__int128)8 + (__int128)8 * warpcc_a_0 * warpcc_b_4 + (__int128)8 * warpcc_a_4 - (__int128)16 * warpcc_b_4 <= (__int128)(__UINTPTR_TYPE__)ap + (__int128)8 * warpcc_a_4); }
#line 16
    }
#line 16
    #pragma clang diagnostic pop
#line 16
    if (warpcc_holds) {
#line 16
  #pragma omp target teams distribute parallel for collapse(2) map(to: ap[0:n]) map(tofrom: bp[0:n]) firstprivate(a, b) //~ plan=collapse(2) WC109 !WC115
  for (int i = 1; i < a.nx - 1; i++)
    for (int j = 1; j < a.ny - 1; j++) {
      Grid A{a.nx, a.ny, ap}, B{b.nx, b.ny, bp};
      B(i, j) = 0.25 * (A.at(i - 1, j) + A.at(i + 1, j) + A.at(i, j - 1) + A.at(i, j + 1));
    }
#line 21
    } else {
#line 21
    #pragma clang diagnostic push
#line 21
    #pragma clang diagnostic ignored "-Weverything"
#line 16
  #pragma omp target teams distribute parallel for map(to: ap[0:n]) map(tofrom: bp[0:n]) firstprivate(a, b) //~ plan=collapse(2) WC109 !WC115
#line 17
  for (int i = 1; i < a.nx - 1; i++)
    for (int j = 1; j < a.ny - 1; j++) {
      Grid A{a.nx, a.ny, ap}, B{b.nx, b.ny, bp};
      B(i, j) = 0.25 * (A.at(i - 1, j) + A.at(i + 1, j) + A.at(i, j - 1) + A.at(i, j + 1));
    }
#line 21
    #pragma clang diagnostic pop
#line 21
    }
#line 21
  }
#line 22
}

struct Sizes {
  long rows;
  unsigned columns;
  short pitch;
};

static void scaled(const double *from, double *to, Sizes of) {
  long all = of.rows * of.pitch;
#line 32
  {
#line 32
    #pragma clang diagnostic push
#line 32
    #pragma clang diagnostic ignored "-Weverything"
#line 32
    long long warpcc_of_0; __builtin_memcpy(&warpcc_of_0, (char *)__builtin_addressof(of) + 0, 8);
#line 32
    unsigned int warpcc_of_8; __builtin_memcpy(&warpcc_of_8, (char *)__builtin_addressof(of) + 8, 4);
#line 32
    short warpcc_of_12; __builtin_memcpy(&warpcc_of_12, (char *)__builtin_addressof(of) + 12, 2);
#line 32
    int warpcc_holds = warpcc_of_12 >= 0 && ((__int128)(__UINTPTR_TYPE__)from - (__int128)8 * warpcc_of_12 + (__int128)8 * warpcc_of_12 * warpcc_of_0 + (__int128)8 * warpcc_of_8 <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to - (__int128)8 * warpcc_of_12 + (__int128)8 * warpcc_of_12 * warpcc_of_0 + (__int128)8 * warpcc_of_8 <= (__int128)(__UINTPTR_TYPE__)from);
#line 32
    if (warpcc_holds) {
#line 32
    #pragma omp target data use_device_ptr(from, to)
#line 32
      { warpcc_holds = warpcc_of_12 >= 0 && (!from || !to || (__int128)(__UINTPTR_TYPE__)from - (__int128)8 * warpcc_of_12 + (__int128)8 * warpcc_of_12 * warpcc_of_0 + (__int128)8 * warpcc_of_8 <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to - (__int128)8 * warpcc_of_12 + (__int128)8 * warpcc_of_12 * warpcc_of_0 + (__int128)8 * warpcc_of_8 <= (__int128)(__UINTPTR_TYPE__)from); }
#line 32
    }
#line 32
    #pragma clang diagnostic pop
#line 32
    if (warpcc_holds) {
#line 32
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:all]) map(tofrom: to[0:all]) firstprivate(of) //~ plan=collapse(2) WC109 !WC115
  for (long i = 0; i < of.rows; i++)
    for (long j = 0; j < (long)of.columns; j++)
      to[i * of.pitch + j] = 2 * from[i * of.pitch + j];
#line 35
    } else {
#line 35
    #pragma clang diagnostic push
#line 35
    #pragma clang diagnostic ignored "-Weverything"
#line 32
  #pragma omp target teams distribute parallel for map(to: from[0:all]) map(tofrom: to[0:all]) firstprivate(of) //~ plan=collapse(2) WC109 !WC115
#line 33
  for (long i = 0; i < of.rows; i++)
    for (long j = 0; j < (long)of.columns; j++)
      to[i * of.pitch + j] = 2 * from[i * of.pitch + j];
#line 35
    #pragma clang diagnostic pop
#line 35
    }
#line 35
  }
#line 36
}

// Without the clause the device may have another one of that name.
static void mapped(Grid a, Grid b) {
  double *ap = a.p, *bp = b.p;
  int n = a.nx * a.ny;
  #pragma omp target teams distribute parallel for map(to: ap[0:n], a, b) map(tofrom: bp[0:n]) //~ plan=none WC202
  for (int i = 1; i < a.nx - 1; i++)
    for (int j = 1; j < a.ny - 1; j++)
      bp[i * b.ny + j] = ap[(i - 1) * a.ny + j];
}

// A class that says how it is copied: the copy need not be like it.
struct Counted {
  int rows, pitch;
  Counted(int r, int p) : rows(r), pitch(p) {}
  Counted(const Counted &other) : rows(other.rows), pitch(other.pitch) {}
};

static void copied(const double *from, double *to, Counted a, Counted b) {
  int n = a.rows * a.pitch;
  #pragma omp target teams distribute parallel for map(to: from[0:n]) map(tofrom: to[0:n]) firstprivate(a, b) //~ plan=none WC115 WC207
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < a.pitch; j++)
      to[i * b.pitch + j] += from[i * a.pitch + j];
}

int main() {
  enum { N = 70, M = 50 };
  static double one[N * M], two[N * M];
  FILL(one, N * M);
  Grid a{N, M, one}, b{N, M, two};
  smoothed(a, b);
  scaled(one, two, Sizes{N, M - 3, M});
  scaled(one, one, Sizes{N, M - 3, M});
  mapped(b, a);
  copied(one, two, Counted(N, M), Counted(N, M));
  SHOW(one, N * M);
  SHOW(two, N * M);
  return 0;
}
