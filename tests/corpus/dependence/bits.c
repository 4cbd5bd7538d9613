/* warpcc-flags: -std=c11 */
/* Indices that are put together of bits: butterflies of transforms, words of two digits, bits that change places. */
#include "../check.h"

enum { B = 24, N = 256, HALF = 16 };

/* One stage of Walsh's transform of each row: pairs that are 16 apart. */
static void butterfly(double *a, int rows, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:rows*n]) //~ plan=collapse(2)
  for (int r = 0; r < rows; r++)
    for (int t = 0; t < n / 2; t++) { //~ t=proved
      int at = r * n + (((t & ~(HALF - 1)) << 1) | (t & (HALF - 1)));
      double even = a[at], odd = a[at + HALF];
      a[at] = even + odd;
      a[at + HALF] = even - odd;
    }
}

/* Two digits of a number. */
static void digits(float *a, int rows) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:rows*N]) //~ plan=collapse(3)
  for (int r = 0; r < rows; r++)
    for (int high = 0; high < 16; high++) //~ high=proved
      for (int low = 0; low < 16; low++) //~ low=proved
        a[r * N + (high << 4 | low)] += high - low;
}

/* The last digit of a row comes first. */
static void swapped(float *a, int rows) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:rows*64]) //~ plan=collapse(2)
  for (int r = 0; r < rows; r++)
    for (unsigned t = 0; t < 64; t++) //~ t=proved
      a[r * 64 + (((t & 7) << 3) | (t >> 3))] *= 3;
}

/* A mask of the upper bits of an unsigned number. */
static void grouped(double *a, unsigned rows, unsigned n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:rows*n]) //~ plan=collapse(2)
  for (unsigned r = 0; r < rows; r++)
    for (int t = 0; t < (int)n; t++) //~ t=proved
      a[r * 256 + ((t & ~7) ^ (t & 7))] += t & -8;
}

/* Bits that meet: 4 and 1 | 4. */
static void meeting(double *a, int rows, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:rows*n]) //~ plan=none WC206
  for (int r = 0; r < rows; r++)
    for (int t = 0; t < 48; t++) //~ t=unknown
      a[r * n + ((t << 2) | (t & 7))] += t;
}

/* A distance that nobody knows to be a power of two. */
static void any_half(double *a, int rows, int n, int half) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:rows*n]) //~ plan=none WC206
  for (int r = 0; r < rows; r++)
    for (int t = 0; t < n / 2; t++) { //~ t=unknown
      int at = r * n + (((t & ~(half - 1)) << 1) | (t & (half - 1)));
      a[at] += a[at + half];
    }
}

int main(void) {
  static double a[B * N];
  static float b[B * N];
  FILL(a, B * N);
  FILL(b, B * N);
  butterfly(a, B, N);
  SHOW(a, B * N);
  digits(b, B);
  swapped(b, B);
  SHOW(b, B * N);
  grouped(a, B, N);
  meeting(a, B, N);
  any_half(a, B, N, 8);
  SHOW(a, B * N);
  return 0;
}
