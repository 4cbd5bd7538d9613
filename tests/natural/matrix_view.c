// Field: dense linear algebra, a product of matrices with bias and rectifier.
// Style: a struct for a view of a matrix, passed by pointer; members in subscripts and in maps.
// Kind: matrix product.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int rows, cols, stride;
  float *data;
} view;

static view make(int rows, int cols, int stride) {
  view v = {rows, cols, stride, malloc(sizeof(float) * rows * stride)};
  for (int i = 0; i < rows * stride; i++)
    v.data[i] = (float)((i * 37 + 11) % 101 - 50) / 64;
  return v;
}

#ifndef EXPERT
static void layer(view *out, const view *in, const view *weights, const float *bias) {
#pragma omp target teams distribute parallel for map(to : in[0 : 1], in->data[0 : in->rows * in->stride]) \
    map(to : weights[0 : 1], weights->data[0 : weights->rows * weights->stride], bias[0 : weights->cols]) \
    map(to : out[0 : 1]) map(tofrom : out->data[0 : out->rows * out->stride])
  for (int i = 0; i < in->rows; i++)
    for (int j = 0; j < weights->cols; j++) {
      float sum = bias[j];
      for (int k = 0; k < in->cols; k++)
        sum += in->data[i * in->stride + k] * weights->data[k * weights->stride + j];
      out->data[i * out->stride + j] = sum > 0 ? sum : 0;
    }
}
#else
static void layer(view *out, const view *in, const view *weights, const float *bias) {
  const int n = in->rows, m = weights->cols, p = in->cols;
  const int si = in->stride, sw = weights->stride, so = out->stride;
  const float *restrict a = in->data, *restrict b = weights->data;
  float *restrict c = out->data;
#pragma omp target teams distribute parallel for collapse(2) map(to : a[0 : n * si], b[0 : p * sw], bias[0 : m]) \
    map(tofrom : c[0 : n * so])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float sum = bias[j];
      for (int k = 0; k < p; k++)
        sum += a[i * si + k] * b[k * sw + j];
      c[i * so + j] = sum > 0 ? sum : 0;
    }
}
#endif

int main(void) {
  view in = make(130, 96, 100), weights = make(96, 150, 160), out = make(130, 150, 152);
  float *bias = malloc(sizeof(float) * 150);
  for (int j = 0; j < 150; j++)
    bias[j] = 0.1f * (j % 9);
  layer(&out, &in, &weights, bias);
  double sum = 0;
  for (int i = 0; i < out.rows; i++)
    for (int j = 0; j < out.cols; j++)
      sum += out.data[i * out.stride + j] * (1 + (i + j) % 3);
  printf("%.10e\n", sum);
  free(in.data), free(weights.data), free(out.data), free(bias);
  return 0;
}
