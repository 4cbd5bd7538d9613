/* warpcc-flags: -std=c11 */
#include "../check.h"
#include <stdint.h>
enum { N = 48 };
typedef uint16_t __attribute__((may_alias, aligned(1))) half_word;
typedef uint32_t __attribute__((may_alias, aligned(1))) word;
static unsigned char c[N][N + 4];
static struct { unsigned char head, bytes[N + 4]; } s[N];

/* Each store covers the first byte of the next one. */
static void half_words(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      *(half_word *)&c[i][j] = i * 3 + j;
}

static void words(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      word *p = (word *)&c[i][j];
      *p = *p * 3 + j;
    }
}

static void in_structures(void) {
  #pragma omp target teams distribute parallel for map(tofrom: s) //~ plan=none
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      ((half_word *)&s[i].bytes[j])[0] = i * 3 + j;
}

static void pointer_to_row(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      unsigned char *row = c[i];
      *(half_word *)(row + j) = i * 3 + j;
    }
}

int main(void) {
  FILL(&c[0][0], N * (N + 4));
  half_words(); SHOW(&c[0][0], N * (N + 4));
  words(); SHOW(&c[0][0], N * (N + 4));
  in_structures(); SHOW((unsigned char *)s, sizeof s);
  pointer_to_row(); SHOW(&c[0][0], N * (N + 4));
  return 0;
}
