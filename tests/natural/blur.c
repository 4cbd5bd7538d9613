// Field: image processing, a Gaussian blur in two directions with clamped borders.
// Style: `const` table in the function, interleaved channels of bytes, helper function for the border.
// Kind: stencil with a clamp.
#include <stdio.h>
#include <stdlib.h>

static inline int clamp(int x, int last) { return x < 0 ? 0 : x > last ? last : x; }

static void blur(const unsigned char *in, unsigned char *out, int w, int h) {
  const float gauss[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : in[0 : 3 * w * h]) map(from : out[0 : 3 * w * h])
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c < 3; c++) {
        float sum = 0;
        for (int dy = -2; dy <= 2; dy++)
          for (int dx = -2; dx <= 2; dx++)
            sum += gauss[dy + 2] * gauss[dx + 2] * in[3 * (clamp(y + dy, h - 1) * w + clamp(x + dx, w - 1)) + c];
        out[3 * (y * w + x) + c] = (unsigned char)(sum + 0.5f);
      }
#else
#pragma omp target teams distribute parallel for collapse(3) map(to : in[0 : 3 * w * h]) map(from : out[0 : 3 * w * h])
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c < 3; c++) {
        float sum = 0;
        for (int dy = -2; dy <= 2; dy++)
          for (int dx = -2; dx <= 2; dx++)
            sum += gauss[dy + 2] * gauss[dx + 2] * in[3 * (clamp(y + dy, h - 1) * w + clamp(x + dx, w - 1)) + c];
        out[3 * (y * w + x) + c] = (unsigned char)(sum + 0.5f);
      }
#endif
}

int main(void) {
  const int w = 220, h = 140, all = 3 * w * h;
  unsigned char *in = malloc(all), *out = malloc(all);
  unsigned state = 7;
  for (int i = 0; i < all; i++) {
    state = state * 1664525u + 1013904223u;
    in[i] = state >> 24;
  }
  blur(in, out, w, h);
  unsigned long long sum = 0;
  for (int i = 0; i < all; i++)
    sum = sum * 7 + out[i];
  printf("%llu\n", sum);
  free(in), free(out);
  return 0;
}
