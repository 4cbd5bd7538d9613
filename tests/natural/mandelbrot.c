// Field: dynamics, the time of escape of points of the plane.
// Style: `while` with a count, bytes as result, coordinates computed from counters.
// Kind: loop whose end depends on the data; the lanes of a warp end at different times.
#include <stdio.h>
#include <stdlib.h>

static void escape(unsigned char *image, int height, int width, int most) {
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(from : image[0 : height * width])
  for (int py = 0; py < height; py++) {
    double ci = -1.2 + 2.4 * py / height;
    for (int px = 0; px < width; px++) {
      double cr = -2.2 + 3.2 * px / width, zr = 0, zi = 0;
      int count = 0;
      while (zr * zr + zi * zi <= 4 && count < most) {
        double next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
        count++;
      }
      image[py * width + px] = count % 256;
    }
  }
#else
#pragma omp target teams distribute parallel for collapse(2) map(from : image[0 : height * width])
  for (int py = 0; py < height; py++) {
    for (int px = 0; px < width; px++) {
      double ci = -1.2 + 2.4 * py / height;
      double cr = -2.2 + 3.2 * px / width, zr = 0, zi = 0;
      int count = 0;
      while (zr * zr + zi * zi <= 4 && count < most) {
        double next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
        count++;
      }
      image[py * width + px] = count % 256;
    }
  }
#endif
}

int main(void) {
  const int height = 180, width = 260;
  unsigned char *image = malloc(height * width);
  escape(image, height, width, 60);
  unsigned long long sum = 0;
  for (int i = 0; i < height * width; i++)
    sum = sum * 5 + image[i];
  printf("%llu\n", sum);
  free(image);
  return 0;
}
