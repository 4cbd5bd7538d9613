// warpcc-flags: -std=c++17
#include "../check.h"
enum { N = 48 };
static float a[N * N], b[N * N];

static void carried(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < n; j++) {
      float &r = sum;
      r += a[i * n + j];
      b[i * n + j] = r;
    }
  }
}

static void read_by_name(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    float sum = 1;
    for (int j = 0; j < n; j++) {
      float &r = sum;
      r = a[i * n + j] + b[0] * 0;
      b[i * n + j] = j == 0 ? 0 : sum;
    }
  }
}

static void skip(int &j) { j++; }
static void counter(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      b[i * n + j] = a[i * n + j];
      if (j + 1 < n) {
        b[i * n + j + 1] = 0;
        skip(j);
      }
    }
}

static void counter_reference(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int &r = j;
      b[i * n + j] = a[i * n + j];
      if (j + 1 < n)
        b[i * n + ++r] = 0;
    }
}

static void lambda(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < n; j++) {
      auto add = [&](float x) { sum += x; };
      add(a[i * n + j]);
      b[i * n + j] = sum;
    }
  }
}

static void swap_values(float &x, float &y) {
  float t = x;
  x = y;
  y = t;
}
static void call(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - 1; j++)
      swap_values(b[i * n + j], b[i * n + j + 1]);
}

template <int S> static void strided(int n) {
#line 79
  {
#line 79
    if constexpr ((static_cast<unsigned long long>(S) == 1ULL)) {
#line 79
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i * n + j * S] = b[i * n + j * S] * 2 + j;
#line 82
    } else {
#line 82
    #pragma clang diagnostic push
#line 82
    #pragma clang diagnostic ignored "-Weverything"
#line 79
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none
#line 80
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i * n + j * S] = b[i * n + j * S] * 2 + j;
#line 82
    #pragma clang diagnostic pop
#line 82
    }
#line 82
  }
#line 83
}

int main() {
  FILL(a, N * N);
  carried(N); SHOW(b, N * N);
  read_by_name(N); SHOW(b, N * N);
  counter(N); SHOW(b, N * N);
  counter_reference(N); SHOW(b, N * N);
  lambda(N); SHOW(b, N * N);
  call(N); SHOW(b, N * N);
  strided<1>(N); SHOW(b, N * N);
  strided<0>(N); SHOW(b, N * N);
  return 0;
}
