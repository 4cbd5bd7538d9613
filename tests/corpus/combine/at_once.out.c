/* warpcc-flags: -std=c11 */
/* What a combined construct gains is measured from the text as written to the change, at once: with i over the lanes, as the directive alone would
   have it, the sectors of t are not known, and those of a collapse would count as no fewer. */
#include "../check.h"

static float c[4096], q[256], t[256];

static void rows(int m, short s, unsigned char w) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: c) map(to: q, t) //~ plan=combine+collapse(2)
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < m; j++)
      c[i * m + j] = t[(unsigned char)(w - i)] + t[(unsigned char)(w + i)] + q[(unsigned char)(j * s)];
}

/* Three lanes have three sectors at most, whatever the pitch is: the loop inside gains less by fewer of them than by more threads. */
static void three(int m, unsigned *restrict b) {
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: b[0:4*m*m]) //~ plan=combine+collapse(3)+sink(21)
  for (int i = 2; i < m; ++i) {
#line 20
    for (int j = 0; j < 3; ++j) {
#line 22
      for (int k = 0; k < 4; ++k) {
#line 21
        int twice = j * 2;
#line 23
        b[(j * m + i) * m + k] += i + twice;
#line 23
      }
#line 24
    }
  }
}

int main(void) {
  FILL(c, 4096);
  FILL(q, 256);
  FILL(t, 256);
  rows(100, 7, 2);
  rows(33, -3, 1);
  SHOW(c, 4096);
  static unsigned b[4 * 40 * 40];
  FILL(b, 4 * 40 * 40);
  three(40, b);
  three(5, b);
  three(2, b);
  SHOW(b, 4 * 40 * 40);
  return 0;
}
