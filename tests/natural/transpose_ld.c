// Field: dense linear algebra, the transposition of a part of a matrix.
// Style: leading dimensions as in BLAS, `size_t` subscripts, one short function for a library.
// Kind: read along rows, written along columns; the expert stages tiles in the memory of a team.
#include <stdio.h>
#include <stdlib.h>

#define TILE 32

#ifndef EXPERT
static void transpose(size_t rows, size_t cols, const float *a, size_t lda, float *b, size_t ldb) {
#pragma omp target teams distribute parallel for map(to : a[0 : rows * lda]) map(tofrom : b[0 : cols * ldb])
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < cols; j++)
      b[j * ldb + i] = 2 * a[i * lda + j];
}
#else
static void transpose(size_t rows, size_t cols, const float *a, size_t lda, float *b, size_t ldb) {
#pragma omp target teams distribute collapse(2) map(to : a[0 : rows * lda]) map(tofrom : b[0 : cols * ldb])
  for (size_t i = 0; i < rows; i += TILE)
    for (size_t j = 0; j < cols; j += TILE) {
      float tile[TILE][TILE + 1];
#pragma omp parallel for collapse(2) firstprivate(i, j)
      for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++)
          if (i + y < rows && j + x < cols)
            tile[y][x] = 2 * a[(i + y) * lda + j + x];
#pragma omp parallel for collapse(2) firstprivate(i, j)
      for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++)
          if (i + x < rows && j + y < cols)
            b[(j + y) * ldb + i + x] = tile[x][y];
    }
}
#endif

int main(void) {
  const size_t rows = 330, cols = 410, lda = 416, ldb = 336;
  float *a = malloc(sizeof(float) * rows * lda), *b = calloc(cols * ldb, sizeof(float));
  for (size_t i = 0; i < rows * lda; i++)
    a[i] = (float)(i % 1009) / 8;
  transpose(rows, cols, a, lda, b, ldb);
  double sum = 0;
  for (size_t i = 0; i < cols * ldb; i++)
    sum += b[i] * (1 + i % 13);
  printf("%.10e\n", sum);
  free(a), free(b);
  return 0;
}
