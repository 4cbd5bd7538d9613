// Field: astronomy, hot pixels removed by the median of nine.
// Style: a local array that is sorted in the body, `uint16_t` pixels, borders left out.
// Kind: stencil with a private array and data-dependent moves.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void median(const uint16_t *restrict in, uint16_t *restrict out, int rows, int cols) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : in[0 : rows * cols]) map(tofrom : out[0 : rows * cols])
  for (int r = 1; r < rows - 1; r++) {
    for (int c = 1; c < cols - 1; c++) {
      uint16_t near[9];
      int count = 0;
      for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
          near[count++] = in[(r + dr) * cols + c + dc];
      for (int i = 1; i < 9; i++) {
        uint16_t value = near[i];
        int j = i - 1;
        while (j >= 0 && near[j] > value) {
          near[j + 1] = near[j];
          j--;
        }
        near[j + 1] = value;
      }
      out[r * cols + c] = near[4];
    }
  }
#else
#pragma omp target teams distribute parallel for collapse(2) map(to : in[0 : rows * cols]) map(tofrom : out[0 : rows * cols])
  for (int r = 1; r < rows - 1; r++) {
    for (int c = 1; c < cols - 1; c++) {
      uint16_t near[9];
      int count = 0;
      for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
          near[count++] = in[(r + dr) * cols + c + dc];
      for (int i = 1; i < 9; i++) {
        uint16_t value = near[i];
        int j = i - 1;
        while (j >= 0 && near[j] > value) {
          near[j + 1] = near[j];
          j--;
        }
        near[j + 1] = value;
      }
      out[r * cols + c] = near[4];
    }
  }
#endif
}

int main(void) {
  const int rows = 120, cols = 150;
  uint16_t *in = malloc(sizeof(uint16_t) * rows * cols), *out = calloc(rows * cols, sizeof(uint16_t));
  unsigned state = 31;
  for (int i = 0; i < rows * cols; i++) {
    state = state * 1664525u + 1013904223u;
    in[i] = 100 + (state >> 24) + (state % 97 == 0 ? 60000 : 0);
  }
  median(in, out, rows, cols);
  unsigned long long sum = 0;
  for (int i = 0; i < rows * cols; i++)
    sum = sum * 7 + out[i];
  printf("%llu\n", sum);
  free(in), free(out);
  return 0;
}
