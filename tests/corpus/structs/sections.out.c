/* warpcc-flags: -std=c11 -O2 */
/* Sections whose lengths bound no loop: list items share no storage where the lengths are not 0, and the host can ask that. */
#include "../check.h"
typedef struct {
  int width, height, pitch;
  float *pixels;
} image;
typedef struct {
  long count;
  double *from, *to;
} table;

static void blur(const image *in, image *out) {
#line 14
  {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 14
    int warpcc_holds = (in->pitch * in->height) > 0 && (out->pitch * out->height) > 0;
#line 14
    #pragma clang diagnostic pop
#line 14
    if (warpcc_holds) {
#line 14
  #pragma omp target teams distribute parallel for collapse(2) \
      map(to: in[0:1], in->pixels[0:in->pitch * in->height]) map(to: out[0:1]) map(tofrom: out->pixels[0:out->pitch * out->height])
  for (int y = 0; y < out->height; y++) //~ plan=collapse(2) WC109 WC301
    for (int x = 1; x < out->width - 1; x++)
      out->pixels[y * out->pitch + x] = in->pixels[y * in->pitch + x - 1] + in->pixels[y * in->pitch + x + 1];
#line 18
    } else {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 14
  #pragma omp target teams distribute parallel for \
      map(to: in[0:1], in->pixels[0:in->pitch * in->height]) map(to: out[0:1]) map(tofrom: out->pixels[0:out->pitch * out->height])
#line 16
  for (int y = 0; y < out->height; y++) //~ plan=collapse(2) WC109 WC301
    for (int x = 1; x < out->width - 1; x++)
      out->pixels[y * out->pitch + x] = in->pixels[y * in->pitch + x - 1] + in->pixels[y * in->pitch + x + 1];
#line 18
    #pragma clang diagnostic pop
#line 18
    }
#line 18
  }
#line 19
}

/* Sizes of the function's own run the loops. */
static void doubled(table *t, int n, int m) {
#line 23
  {
#line 23
    #pragma clang diagnostic push
#line 23
    #pragma clang diagnostic ignored "-Weverything"
#line 23
    int warpcc_holds = ((size_t) t->count) > 0 && (t->count) > 0;
#line 23
    #pragma clang diagnostic pop
#line 23
    if (warpcc_holds) {
#line 23
  #pragma omp target teams distribute parallel for collapse(2) map(to: t[0:1]) map(to: t->from[0:(size_t) t->count]) map(tofrom: t->to[:t->count])
  for (int i = 0; i < n; ++i) //~ plan=collapse(2) WC109
    for (int j = 0; j < m; ++j)
      t->to[i * m + j] = 2 * t->from[i * m + j];
#line 26
    } else {
#line 26
    #pragma clang diagnostic push
#line 26
    #pragma clang diagnostic ignored "-Weverything"
#line 23
  #pragma omp target teams distribute parallel for map(to: t[0:1]) map(to: t->from[0:(size_t) t->count]) map(tofrom: t->to[:t->count])
#line 24
  for (int i = 0; i < n; ++i) //~ plan=collapse(2) WC109
    for (int j = 0; j < m; ++j)
      t->to[i * m + j] = 2 * t->from[i * m + j];
#line 26
    #pragma clang diagnostic pop
#line 26
    }
#line 26
  }
#line 27
}

static long count_of(const table *t) { return t->count; }

/* The host would call a function once more to ask. */
static void called(table *t, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: t[0:1]) map(to: t->from[0:count_of(t)]) map(tofrom: t->to[0:count_of(t)])
  for (int i = 0; i < n; ++i) //~ plan=none WC207
    for (int j = 0; j < m; ++j) //~ j=unknown
      t->to[i * m + j] = t->from[i * m + j] + 1;
}

/* A section that is said to be empty. */
static void attached(table *t, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: t[0:1]) map(to: t->from[0:0]) map(tofrom: t->to[0:t->count])
  for (int i = 0; i < n; ++i) //~ plan=none WC207
    for (int j = 0; j < m; ++j) //~ j=unknown
      t->to[i * m + j] = t->from[i * m + j] + 1;
}

/* Whether sections are empty is no matter where one array carries the dependence. */
static void summed(table *t, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: t[0:1]) map(to: t->from[0:t->count]) map(tofrom: t->to[0:t->count])
  for (int i = 0; i < n; ++i) //~ plan=none
    for (int j = 1; j < m; ++j)
      t->to[i * m + j] += t->to[i * m + j - 1] * t->from[j];
}

int main(void) {
  enum { H = 31, W = 22, P = 24, S = H * P };
  image in = {W, H, P, malloc(S * sizeof(float))}, out = {W, H, P, malloc(S * sizeof(float))};
  FILL(in.pixels, S);
  FILL(out.pixels, S);
  blur(&in, &out);
  SHOW(out.pixels, S);
  table t = {H * W, malloc(H * W * sizeof(double)), malloc(H * W * sizeof(double))};
  FILL(t.from, H * W);
  FILL(t.to, H * W);
  doubled(&t, H, W);
  SHOW(t.to, H * W);
  called(&t, H, W);
  SHOW(t.to, H * W);
  double *from = t.from;
  #pragma omp target data map(to: from[0:H*W])
  attached(&t, H, W);
  SHOW(t.to, H * W);
  summed(&t, 4, 3);
  SHOW(t.to, H * W);
  return 0;
}
