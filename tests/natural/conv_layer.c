// Field: neural networks, a convolution layer with padding and stride.
// Style: extents of the output computed in the function, long flat subscripts, images in parallel.
// Kind: many short loops inside of one parallel loop.
#include <stdio.h>
#include <stdlib.h>

static void conv(const float *input, const float *kernel, float *output, int images, int channels, int height, int width,
                 int filters, int side, int stride, int pad) {
  int rows = (height + 2 * pad - side) / stride + 1;
  int cols = (width + 2 * pad - side) / stride + 1;
#ifndef EXPERT
#pragma omp target teams distribute parallel for map(to : input[0 : images * channels * height * width]) \
    map(to : kernel[0 : filters * channels * side * side]) map(from : output[0 : images * filters * rows * cols])
  for (int image = 0; image < images; image++)
    for (int filter = 0; filter < filters; filter++)
      for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++) {
          float sum = 0;
          for (int c = 0; c < channels; c++)
            for (int r = 0; r < side; r++)
              for (int s = 0; s < side; s++) {
                int y = row * stride - pad + r, x = col * stride - pad + s;
                if (y >= 0 && y < height && x >= 0 && x < width)
                  sum += input[((image * channels + c) * height + y) * width + x] *
                         kernel[((filter * channels + c) * side + r) * side + s];
              }
          output[((image * filters + filter) * rows + row) * cols + col] = sum;
        }
#else
#pragma omp target teams distribute parallel for collapse(4) map(to : input[0 : images * channels * height * width]) \
    map(to : kernel[0 : filters * channels * side * side]) map(from : output[0 : images * filters * rows * cols])
  for (int image = 0; image < images; image++)
    for (int filter = 0; filter < filters; filter++)
      for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++) {
          float sum = 0;
          for (int c = 0; c < channels; c++)
            for (int r = 0; r < side; r++)
              for (int s = 0; s < side; s++) {
                int y = row * stride - pad + r, x = col * stride - pad + s;
                if (y >= 0 && y < height && x >= 0 && x < width)
                  sum += input[((image * channels + c) * height + y) * width + x] *
                         kernel[((filter * channels + c) * side + r) * side + s];
              }
          output[((image * filters + filter) * rows + row) * cols + col] = sum;
        }
#endif
}

int main(void) {
  enum { IMAGES = 32, CHANNELS = 3, SIZE = 30, FILTERS = 4, SIDE = 3 };
  int in = IMAGES * CHANNELS * SIZE * SIZE, weights = FILTERS * CHANNELS * SIDE * SIDE, out = IMAGES * FILTERS * SIZE * SIZE;
  float *input = malloc(sizeof(float) * in), *kernel = malloc(sizeof(float) * weights), *output = malloc(sizeof(float) * out);
  for (int i = 0; i < in; i++)
    input[i] = (float)((i * 7) % 23) / 23;
  for (int i = 0; i < weights; i++)
    kernel[i] = (float)((i * 5) % 17 - 8) / 17;
  conv(input, kernel, output, IMAGES, CHANNELS, SIZE, SIZE, FILTERS, SIDE, 1, 1);
  double sum = 0;
  for (int i = 0; i < out; i++)
    sum += output[i] * (1 + i % 9);
  printf("%.10e\n", sum);
  free(input), free(kernel), free(output);
  return 0;
}
