// Field: cellular automata, Conway's game on a torus.
// Style: two-dimensional global arrays of `bool`, neighbours counted in two small loops with `%`.
// Kind: stencil of bytes with wrapped subscripts, two regions that copy to and fro.
#include <stdbool.h>
#include <stdio.h>

#define H 150
#define W 192
static bool world[H][W], next[H][W];

static void generation(void) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : world) map(from : next)
  for (int r = 0; r < H; r++) {
    for (int c = 0; c < W; c++) {
      int alive = 0;
      for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
          if (dr != 0 || dc != 0)
            alive += world[(r + dr + H) % H][(c + dc + W) % W];
      next[r][c] = alive == 3 || (alive == 2 && world[r][c]);
    }
  }
#pragma omp target teams distribute parallel for map(from : world) map(to : next)
  for (int r = 0; r < H; r++)
    for (int c = 0; c < W; c++)
      world[r][c] = next[r][c];
#else
#pragma omp target teams distribute parallel for collapse(2) map(to : world) map(from : next)
  for (int r = 0; r < H; r++) {
    for (int c = 0; c < W; c++) {
      int alive = 0;
      for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
          if (dr != 0 || dc != 0)
            alive += world[(r + dr + H) % H][(c + dc + W) % W];
      next[r][c] = alive == 3 || (alive == 2 && world[r][c]);
    }
  }
#pragma omp target teams distribute parallel for collapse(2) map(from : world) map(to : next)
  for (int r = 0; r < H; r++)
    for (int c = 0; c < W; c++)
      world[r][c] = next[r][c];
#endif
}

int main(void) {
  unsigned state = 2024;
  for (int r = 0; r < H; r++)
    for (int c = 0; c < W; c++) {
      state = state * 1664525u + 1013904223u;
      world[r][c] = state >> 30 == 0;
    }
#ifdef EXPERT
#pragma omp target data map(tofrom : world) map(alloc : next)
#endif
  for (int g = 0; g < 5; g++)
    generation();
  unsigned long long sum = 0;
  for (int r = 0; r < H; r++)
    for (int c = 0; c < W; c++)
      sum = sum * 3 + world[r][c];
  printf("%llu\n", sum);
  return 0;
}
