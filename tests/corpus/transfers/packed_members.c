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
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n]) //~ plan=none
    for (int i = 0; i < n; i++) {
      p[i].x = p[i].x / 2 + p[i].kind;
      p[i].y = p[i].y / 2 + p[i].mass;
    }
    for (int i = 0; i < n; i++)
      all += p[i].x - p[i].y;
  }
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
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      p[i].kind = (i + t) % 5;
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++)
      p[i].x = p[i].x / 2 + p[i].kind;
  }
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
