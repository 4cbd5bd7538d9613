/* warpcc-flags: -std=c++17 */
/* Values that an expression makes on its way, and functions that change what they are given. */
#include "../check.h"
enum { N = 512 };

/* A condition assigns what it tests. */
static void walked(int n, long *list) {
  #pragma omp target teams distribute parallel for map(tofrom: list[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    long node, next;
    while ((node = list[i]) >> 8 != 0 && (next = list[node >> 8]) >> 8 != 0) //~ sectors=1..32
      list[i] = (node & 255) + next;
  }
}

static unsigned drawn(unsigned *seed) {
  *seed = (*seed * 1103515245u + 12345u) % 65536u;
  return *seed;
}

/* A state of its own in each lane. */
static void shuffled(int n, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:n]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    unsigned seed = 7;
    seed = seed ^ i;
    float s = 0;
    int j = 8;
    while (j > 0) {
      unsigned at = drawn(&seed) % (j * 8);
      s += v[at]; //~ v: sectors=1..32
      j--;
    }
    out[i] = s;
  }
}

template <class T>
static long searched(long n, float wanted, T a) {
  long low = 0, high = n - 1, length = high - low;
  while (length > 1) {
    long middle = low + length / 2;
    if (a[middle] > wanted)
      high = middle;
    else
      low = middle;
    length = high - low;
  }
  return low;
}

static float first(unsigned *seed) { return drawn(seed) / 100.0f; }

/* A search for what each lane draws. */
static void bisected(int n, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: v[0:n]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    unsigned seed = 7 + i;
    float wanted = first(&seed);
    out[i] = searched(n, wanted, v); //~ v: sectors=1..32
  }
}

/* Clamped to an image of so many columns. */
struct pair { unsigned x, y; };
static int clamped(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
static pair inside(int x, int y, int columns, int rows) {
  return {(unsigned)clamped(x, 0, columns - 1), (unsigned)clamped(y, 0, rows - 1)};
}
static unsigned char texel(const unsigned char *image, int columns, pair at) { return image[at.y * columns + at.x]; }

static void filtered(int n, int rows, int columns, const unsigned char *image, unsigned char *out) {
  #pragma omp target teams distribute parallel for map(to: image[0:rows*columns]) map(from: out[0:n])
  for (int i = 0; i < n; i++) //~ plan=none
    out[i] = texel(image, columns, inside(i % 36 - 2, i / 36 - 2, columns, rows)); //~ image: sectors=1..32
}

int main() {
  static long list[N];
  static float v[N], out[N];
  static unsigned char image[N], text[N];
  FILL(v, N);
  FILL(image, N);
  for (int k = 0; k < N; k++)
    list[k] = k % 7;
  walked(N, list); SHOW(list, N);
  shuffled(N, v, out); SHOW(out, N);
  bisected(N, v, out); SHOW(out, N);
  filtered(N, 16, 32, image, text); SHOW(text, N);
  return 0;
}
