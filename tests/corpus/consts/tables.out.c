/* Tables that are defined const beside pointers of which nothing is known: in the function, at file scope, of structures, and with a
   section's length that the region does not know. No store of the region can be one to a table. */
#include "../check.h"

enum { W = 40, H = 36 };
static float in[W * H], out[W * H];
static const float kernel[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
typedef struct { int dx, dy; float weight; } Tap;

static void local(const float *from, float *to, int w, int h) {
  const float c[3] = {1, 2, 1};
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:w*h]) map(tofrom: to[0:w*h]) //~ plan=collapse(2) WC311
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) { //~ x=proved
      float s = 0;
      for (int k = 0; k < 3; k++) s += c[k] * from[y * w + x + k - 1];
      to[y * w + x] = s;
    }
}

static void at_file_scope(const float *from, float *to, int w, int h) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:w*h], kernel) map(tofrom: to[0:w*h]) //~ plan=collapse(2) WC311
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) { //~ x=proved
      float s = 0;
      for (int r = 0; r < 3; r++)
        for (int q = 0; q < 3; q++) s += kernel[r][q] * from[(y + r - 1) * w + x + q - 1];
      to[y * w + x] = s;
    }
}

static void of_structures(const float *from, float *to, int w, int h) {
  const Tap taps[4] = {{0, 0, 4}, {1, 0, 1}, {0, 1, 2}, {1, 1, 3}};
  #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:w*h]) map(tofrom: to[0:w*h]) //~ plan=collapse(2) WC311
  for (int y = 0; y < h - 1; y++)
    for (int x = 0; x < w - 1; x++) { //~ x=proved
      float s = 0;
      for (int t = 0; t < 4; t++) s += taps[t].weight * from[(y + taps[t].dy) * w + x + taps[t].dx];
      to[y * w + x] = s;
    }
}

int main(void) {
  FILL(in, W * H);
  local(in, out, W, H);
  SHOW(out, W * H);
  at_file_scope(in, out, W, H);
  SHOW(out, W * H);
  of_structures(in, out, W, H);
  SHOW(out, W * H);
  return 0;
}
