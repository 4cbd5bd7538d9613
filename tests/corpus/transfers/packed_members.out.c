/* warpcc-transfers: on
   warpcc-report: whole
   The host uses members of structures, which cross the bus in a buffer: LARGE is so long that it pays, SMALL is not. */
#include "../check.h"
enum { SMALL = 60, LARGE = 1600 };

struct point {
  double x, y, z;
  float mass;
  int kind;
  double extra[60];
};

/* Members of structures: positions are read, masses are not. */
static double members(int n, int steps) {
  struct point *p = malloc(n * sizeof *p);
  double all = 0;
  for (int i = 0; i < n; i++) {
    struct point own = {i, 2 * i, 3 * i, 1, i % 3, {i}};
    p[i] = own;
  }
#line 22
  { __typeof__(p[0].x) *const warpcc_packed_p = (1 < steps) && n > 0 && (long)280 * n > 250000 ? (__typeof__(p[0].x) *)__builtin_malloc(((long)2 * n) * sizeof(p[0].x)) : 0;
#line 22
  #pragma omp target data map(alloc: warpcc_packed_p[0:(long)2 * n]) if(warpcc_packed_p != 0)
#line 22
  #pragma omp target data map(tofrom: p[0:n]) if(warpcc_packed_p != 0)
#line 22
  #pragma omp target data map(to: p[0:n]) if(warpcc_packed_p == 0 && (0 < steps))
#line 22
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n]) //~ plan=none
    for (int i = 0; i < n; i++) {
      p[i].x = p[i].x / 2 + p[i].kind;
      p[i].y = p[i].y / 2 + p[i].mass;
    }
#line 28
    if (warpcc_packed_p) {
#line 22
      #pragma omp target teams distribute parallel for map(alloc: p[0:n], warpcc_packed_p[0:(long)2 * n])
#line 22
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 22
        if (warpcc_k < n) warpcc_packed_p[warpcc_k] = p[warpcc_k].x;
#line 22
        else warpcc_packed_p[warpcc_k] = p[(warpcc_k - n)].y;
#line 28
      #pragma omp target update from(warpcc_packed_p[0:(long)2 * n])
#line 28
      for (long warpcc_k = 0; warpcc_k < (long)2 * n; warpcc_k++)
#line 28
        if (warpcc_k < n) p[warpcc_k].x = warpcc_packed_p[warpcc_k];
#line 28
        else p[(warpcc_k - n)].y = warpcc_packed_p[warpcc_k];
#line 28
    } else {
#line 28
      #pragma omp target update from(p[0:n])
#line 28
    }
#line 28
    for (int i = 0; i < n; i++)
      all += p[i].x - p[i].y;
  }
#line 22
  __builtin_free(warpcc_packed_p);
#line 30
  }
#line 31
  for (int i = 0; i < n; i++)
    all += p[i].x + p[i].z + p[i].extra[0];
  free(p);
  return all;
}

/* A member is written by the host. */
static double kinds(int n, int steps) {
  struct point *p = malloc(n * sizeof *p);
  double all = 0;
  for (int i = 0; i < n; i++) {
    struct point own = {i, 2 * i, 3 * i, 1, i % 3, {i}};
    p[i] = own;
  }
#line 45
  { __typeof__(p[0].kind) *const warpcc_packed_p = (1 < steps) && n > 0 && (long)916 * n > 250000 ? (__typeof__(p[0].kind) *)__builtin_malloc((n) * sizeof(p[0].kind)) : 0;
#line 45
  #pragma omp target data map(alloc: warpcc_packed_p[0:n]) if(warpcc_packed_p != 0)
#line 45
  #pragma omp target data map(tofrom: p[0:n]) if(warpcc_packed_p != 0)
#line 45
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      p[i].kind = (i + t) % 5;
#line 48
    if (warpcc_packed_p) {
#line 48
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 48
        warpcc_packed_p[warpcc_k] = p[warpcc_k].kind;
#line 48
      #pragma omp target update to(warpcc_packed_p[0:n])
#line 45
      #pragma omp target teams distribute parallel for map(alloc: p[0:n], warpcc_packed_p[0:n])
#line 45
      for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
#line 45
        p[warpcc_k].kind = warpcc_packed_p[warpcc_k];
#line 48
    }
#line 48
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++)
      p[i].x = p[i].x / 2 + p[i].kind;
  }
#line 45
  __builtin_free(warpcc_packed_p);
#line 51
  }
#line 52
  for (int i = 0; i < n; i++)
    all += p[i].x * p[i].kind;
  free(p);
  return all;
}

int main(void) {
  for (int steps = 0; steps < 6; steps += steps ? 2 : 1)
    printf("%g %g %g %g\n", members(SMALL, steps), members(LARGE, steps), kinds(SMALL, steps), kinds(LARGE, steps));
  return 0;
}
