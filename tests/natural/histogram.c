// Field: image processing, a histogram for each channel of a picture.
// Style: struct of bytes, rows in parallel, `atomic` on a shared count.
// Kind: atomic updates at places that come from memory.
#include <stdio.h>
#include <stdlib.h>

struct pixel {
  unsigned char red, green, blue, alpha;
};

static void histogram(const struct pixel *image, int height, int width, unsigned *count) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : image[0 : height * width]) map(tofrom : count[0 : 3 * 256])
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      struct pixel p = image[y * width + x];
#pragma omp atomic
      count[p.red]++;
#pragma omp atomic
      count[256 + p.green]++;
#pragma omp atomic
      count[512 + p.blue]++;
    }
  }
#else
#pragma omp target teams distribute parallel for collapse(2) map(to : image[0 : height * width]) map(tofrom : count[0 : 3 * 256])
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      struct pixel p = image[y * width + x];
#pragma omp atomic
      count[p.red]++;
#pragma omp atomic
      count[256 + p.green]++;
#pragma omp atomic
      count[512 + p.blue]++;
    }
  }
#endif
}

int main(void) {
  const int height = 300, width = 400;
  struct pixel *image = malloc(sizeof(struct pixel) * height * width);
  unsigned count[3 * 256] = {0}, state = 12345;
  for (int i = 0; i < height * width; i++) {
    state = state * 1664525u + 1013904223u;
    image[i] = (struct pixel){state >> 24, state >> 16, i % 256, 255};
  }
  histogram(image, height, width, count);
  unsigned long long sum = 0;
  for (int i = 0; i < 3 * 256; i++)
    sum = sum * 31 + count[i];
  printf("%llu\n", sum);
  free(image);
  return 0;
}
