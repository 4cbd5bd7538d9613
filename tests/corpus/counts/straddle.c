/* warpcc-flags: -std=c11 */
/* An element that is larger than its alignment may lie in two sectors. */
#include "../check.h"

enum { N = 512 };
struct vector { double x, y, z; };
struct particle { struct vector at, speed; double mass; };

/* 24 of every 56 bytes: 12 of 32 lanes' lie in one sector, the others' in two. */
static void strided(int n, const struct particle *restrict p, struct vector *restrict v) {
  #pragma omp target teams distribute parallel for map(to: p[0:n]) map(from: v[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    v[i] = p[i].speed; //~ p: sectors=48
}

/* Anywhere: one or two sectors a lane. */
static void scattered(int n, const int *restrict k, const struct vector *restrict p, struct vector *restrict v) {
  #pragma omp target teams distribute parallel for map(to: p[0:n], k[0:n]) map(from: v[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    v[i] = p[k[i]]; //~ p: sectors=1..64
}

/* The neighbour: elements of their own alignment lie in one. */
static void aligned(int n, const int *restrict k, const double *restrict p, double *restrict v) {
  #pragma omp target teams distribute parallel for map(to: p[0:n], k[0:n]) map(from: v[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    v[i] = p[k[i]]; //~ p: sectors=1..32
}

int main(void) {
  static struct particle p[N];
  static struct vector v[N];
  static int k[N];
  FILL((double *)p, 7 * N);
  for (int i = 0; i < N; i++)
    k[i] = i * 5 % N;
  strided(N, p, v);
  SHOW((double *)v, 3 * N);
  scattered(N, k, (struct vector *)p, v);
  SHOW((double *)v, 3 * N);
  aligned(N, k, (double *)p, (double *)v);
  SHOW((double *)v, N);
  return 0;
}
