/* warpcc-flags: -std=c11 */
/* Ten arrays of which nothing says that they are different: each two of which one is written are compared. */
#include "../check.h"

enum { N = 400 };

static void advance(double *u0, double *u1, double *u2, double *u3, double *u4, const double *f0, const double *f1,
                    const double *f2, const double *f3, const double *f4, int n, int m, double dt) {
#line 9
  {
#line 9
    #pragma clang diagnostic push
#line 9
    #pragma clang diagnostic ignored "-Weverything"
#line 9
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0 || (__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0) && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1 || (__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0) && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0) && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0) && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0) && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1 || (__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0) && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1 || (__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0) && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2 || (__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0) && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0) && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3 || (__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0) && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0) && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4 || (__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0) && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0) && ((__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1 || (__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1) && ((__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1) && ((__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1) && ((__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1) && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2 || (__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1) && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1) && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3 || (__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1) && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1) && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4 || (__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1) && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1) && ((__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2) && ((__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2) && ((__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2) && ((__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3 || (__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2) && ((__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2) && ((__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4 || (__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2) && ((__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2) && ((__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3) && ((__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3) && ((__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4 || (__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3) && ((__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3) && ((__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4);
#line 9
    if (warpcc_holds) {
#line 9
    #pragma omp target data use_device_ptr(f0, u0, f1, u1, f2, u2, f3, u3, f4, u4)
#line 9
      { warpcc_holds = ((f0 && u0 && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0 || (__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0))) && ((f0 && u1 && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1 || (__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0))) && ((f0 && u2 && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0))) && ((f0 && u3 && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0))) && ((f0 && u4 && ((__int128)(__UINTPTR_TYPE__)f0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f0))) && ((u0 && f1 && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1 || (__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0))) && ((u0 && u1 && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1 || (__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0))) && ((u0 && f2 && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2 || (__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0))) && ((u0 && u2 && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0))) && ((u0 && f3 && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3 || (__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0))) && ((u0 && u3 && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0))) && ((u0 && f4 && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4 || (__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0))) && ((u0 && u4 && ((__int128)(__UINTPTR_TYPE__)u0 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u0))) && ((f1 && u1 && ((__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1 || (__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1))) && ((f1 && u2 && ((__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1))) && ((f1 && u3 && ((__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1))) && ((f1 && u4 && ((__int128)(__UINTPTR_TYPE__)f1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f1))) && ((u1 && f2 && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2 || (__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1))) && ((u1 && u2 && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1))) && ((u1 && f3 && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3 || (__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1))) && ((u1 && u3 && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1))) && ((u1 && f4 && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4 || (__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1))) && ((u1 && u4 && ((__int128)(__UINTPTR_TYPE__)u1 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u1))) && ((f2 && u2 && ((__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2 || (__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2))) && ((f2 && u3 && ((__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2))) && ((f2 && u4 && ((__int128)(__UINTPTR_TYPE__)f2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f2))) && ((u2 && f3 && ((__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3 || (__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2))) && ((u2 && u3 && ((__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2))) && ((u2 && f4 && ((__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4 || (__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2))) && ((u2 && u4 && ((__int128)(__UINTPTR_TYPE__)u2 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u2))) && ((f3 && u3 && ((__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3 || (__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3))) && ((f3 && u4 && ((__int128)(__UINTPTR_TYPE__)f3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f3))) && ((u3 && f4 && ((__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4 || (__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3))) && ((u3 && u4 && ((__int128)(__UINTPTR_TYPE__)u3 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u3))) && ((f4 && u4 && ((__int128)(__UINTPTR_TYPE__)f4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)u4 || (__int128)(__UINTPTR_TYPE__)u4 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)f4))); }
#line 9
    }
#line 9
    #pragma clang diagnostic pop
#line 9
    if (warpcc_holds) {
#line 9
  #pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++) {     //~ j=unknown
      int at = i * m + j;
      u0[at] += dt * f0[at];
      u1[at] += dt * f1[at] + f0[at];
      u2[at] += dt * f2[at] + f1[at];
      u3[at] += dt * f3[at] + f2[at];
      u4[at] += dt * f4[at] + f3[at];
    }
#line 18
    } else {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 9
  #pragma omp target teams distribute parallel for
#line 10
  for (int i = 0; i < n; i++)         //~ plan=collapse(2) WC109
    for (int j = 0; j < m; j++) {     //~ j=unknown
      int at = i * m + j;
      u0[at] += dt * f0[at];
      u1[at] += dt * f1[at] + f0[at];
      u2[at] += dt * f2[at] + f1[at];
      u3[at] += dt * f3[at] + f2[at];
      u4[at] += dt * f4[at] + f3[at];
    }
#line 18
    #pragma clang diagnostic pop
#line 18
    }
#line 18
  }
#line 19
}

int main(void) {
  static double x[10 * N];
  FILL(x, 10 * N);
  #pragma omp target data map(tofrom: x[0:10*N])
  {
    double *p = x;
    advance(p, p + N, p + 2 * N, p + 3 * N, p + 4 * N, p + 5 * N, p + 6 * N, p + 7 * N, p + 8 * N, p + 9 * N, 20, 20, 2);
    advance(p, p + N, p + 2 * N, p + 3 * N, p + 4 * N, p + 1, p + 6 * N, p + 7 * N, p + 8 * N, p + 9 * N, 1, 30, 2);
  }
  SHOW(x, 10 * N);
  return 0;
}
