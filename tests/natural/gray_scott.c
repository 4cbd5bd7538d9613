// Field: chemistry, patterns of reaction and diffusion after Gray and Scott.
// Style: directives in macros by `_Pragma`, loops in macros too, periodic neighbours by `%`.
// Kind: stencil whose text is all macros.
#include <stdio.h>
#include <stdlib.h>

#define PRAGMA(text) _Pragma(#text)
#ifndef EXPERT
#define PARALLEL(maps) PRAGMA(omp target teams distribute parallel for maps)
#else
#define PARALLEL(maps) PRAGMA(omp target teams distribute parallel for collapse(2) maps)
#endif
#define FOR_ALL(y, x, h, w)     \
  for (int y = 0; y < (h); y++) \
    for (int x = 0; x < (w); x++)
#define WRAP(i, n) (((i) + (n)) % (n))
#define LAPLACE(f)                                                                                              \
  (f[WRAP(y - 1, h) * w + x] + f[WRAP(y + 1, h) * w + x] + f[y * w + WRAP(x - 1, w)] + f[y * w + WRAP(x + 1, w)] - \
   4 * f[y * w + x])

static void react(float *restrict un, float *restrict vn, const float *restrict u, const float *restrict v, int h, int w) {
  const float feed = 0.035f, kill = 0.06f;
  PARALLEL(map(from : un[0 : h * w], vn[0 : h * w]) map(to : u[0 : h * w], v[0 : h * w]))
  FOR_ALL(y, x, h, w) {
    float a = u[y * w + x], b = v[y * w + x], rate = a * b * b;
    un[y * w + x] = a + 0.16f * LAPLACE(u) - rate + feed * (1 - a);
    vn[y * w + x] = b + 0.08f * LAPLACE(v) + rate - (feed + kill) * b;
  }
}

int main(void) {
  const int h = 130, w = 150, all = h * w;
  float *data = malloc(sizeof(float) * 4 * all);
  float *u = data, *v = data + all, *un = data + 2 * all, *vn = data + 3 * all;
  for (int i = 0; i < all; i++) {
    int inside = i / w > 50 && i / w < 70 && i % w > 60 && i % w < 90;
    u[i] = inside ? 0.5f : 1;
    v[i] = inside ? 0.25f : 0;
  }
#ifdef EXPERT
#pragma omp target data map(tofrom : u[0 : all], v[0 : all], un[0 : all], vn[0 : all])
#endif
  for (int step = 0; step < 4; step += 2) {
    react(un, vn, u, v, h, w);
    react(u, v, un, vn, h, w);
  }
  double sum = 0;
  for (int i = 0; i < all; i++)
    sum += u[i] * (1 + i % 3) + v[i] * (1 + i % 7);
  printf("%.10e\n", sum);
  free(data);
  return 0;
}
