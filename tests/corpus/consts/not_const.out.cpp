/* What is not defined const, or may change all the same: a pointer and a reference to const, a table without const, a member that is
   mutable, and a const member of an object that is not const. A store of the region may be one to each. */
#include "../check.h"

enum { W = 40, H = 36 };
static float in[W * H], out[W * H];
static float plain[3] = {1, 2, 1};
struct Cache { mutable float hit[3]; };
static const Cache cache = {{1, 2, 1}};
struct Part { const float c[3]; };
static Part part = {{1, 2, 1}};

static void by_pointer(const float *c, const float *from, float *to, int w, int h) {
#line 14
  {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 14
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)c + (__int128)12 <= (__int128)(__UINTPTR_TYPE__)to + (__int128)4 || (__int128)(__UINTPTR_TYPE__)to - (__int128)4 + (__int128)4 * h * w <= (__int128)(__UINTPTR_TYPE__)c) && ((__int128)(__UINTPTR_TYPE__)from - (__int128)4 + (__int128)4 * h * w <= (__int128)(__UINTPTR_TYPE__)to + (__int128)4 || (__int128)(__UINTPTR_TYPE__)to - (__int128)4 + (__int128)4 * h * w <= (__int128)(__UINTPTR_TYPE__)from + (__int128)4);
#line 14
    if (warpcc_holds) {
#line 14
    #pragma omp target data use_device_ptr(c, from, to)
#line 14
      { warpcc_holds = ((c && to && ((__int128)(__UINTPTR_TYPE__)c + (__int128)12 <= (__int128)(__UINTPTR_TYPE__)to + (__int128)4 || (__int128)(__UINTPTR_TYPE__)to - (__int128)4 + (__int128)4 * h * w <= (__int128)(__UINTPTR_TYPE__)c))) && ((from && to && ((__int128)(__UINTPTR_TYPE__)from - (__int128)4 + (__int128)4 * h * w <= (__int128)(__UINTPTR_TYPE__)to + (__int128)4 || (__int128)(__UINTPTR_TYPE__)to - (__int128)4 + (__int128)4 * h * w <= (__int128)(__UINTPTR_TYPE__)from + (__int128)4))); }
#line 14
    }
#line 14
    #pragma clang diagnostic pop
#line 14
    if (warpcc_holds) {
#line 14
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109 !WC311
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) //~ x=unknown
      to[y * w + x] = c[x % 3] * from[y * w + x];
#line 17
    } else {
#line 17
    #pragma clang diagnostic push
#line 17
    #pragma clang diagnostic ignored "-Weverything"
#line 14
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109 !WC311
#line 15
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) //~ x=unknown
      to[y * w + x] = c[x % 3] * from[y * w + x];
#line 17
    #pragma clang diagnostic pop
#line 17
    }
#line 17
  }
#line 18
}

static void by_reference(const float (&c)[3], float *to, int w, int h) {
  #pragma omp target teams distribute parallel for map(tofrom: to[0:w*h]) //~ !WC311
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) to[y * w + x] = c[x % 3] * x;
}

static void without_const(float *to, int w, int h) {
  #pragma omp target teams distribute parallel for map(tofrom: to[0:w*h]) //~ !WC311
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) to[y * w + x] = plain[x % 3] * x;
}

static void with_a_mutable_member(float *to, int w, int h) {
  #pragma omp target teams distribute parallel for map(tofrom: to[0:w*h]) //~ !WC311
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) to[y * w + x] = cache.hit[x % 3] * x;
}

static void a_const_member(float *to, int w, int h) {
  #pragma omp target teams distribute parallel for map(tofrom: to[0:w*h]) //~ !WC311
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) to[y * w + x] = part.c[x % 3] * x;
}

int main() {
  FILL(in, W * H);
#pragma omp target data map(tofrom: in, out, plain)
  {
    float *device_in, *device_out, *device_plain;
    device_in = in, device_out = out, device_plain = plain;
    by_pointer(device_plain, device_in, device_out, W, H);
  }
  SHOW(out, W * H);
  by_reference(plain, out, W, H);
  SHOW(out, W * H);
  without_const(out, W, H);
  SHOW(out, W * H);
  with_a_mutable_member(out, W, H);
  SHOW(out, W * H);
  a_const_member(out, W, H);
  SHOW(out, W * H);
  return 0;
}
