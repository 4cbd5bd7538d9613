// Field: data mining, the assignment of points to the nearest of some centres.
// Style: points as rows of a flat array, `int` arithmetic in each subscript, `best` and `which` carried by an inner loop.
// Kind: a row of the thread that an outer sequential loop reads again and again.
#include <stdio.h>
#include <stdlib.h>

#define DIMENSIONS 12
#define CENTRES 10

#ifndef EXPERT
static void assign(const float *points, const float *centres, int *owner, int n) {
#pragma omp target teams distribute parallel for map(to : points[0 : n * DIMENSIONS], centres[0 : CENTRES * DIMENSIONS]) \
    map(from : owner[0 : n])
  for (int p = 0; p < n; p++) {
    float best = 1e30f;
    int which = -1;
    for (int c = 0; c < CENTRES; c++) {
      float distance = 0;
      for (int d = 0; d < DIMENSIONS; d++) {
        float delta = points[p * DIMENSIONS + d] - centres[c * DIMENSIONS + d];
        distance += delta * delta;
      }
      if (distance < best) {
        best = distance;
        which = c;
      }
    }
    owner[p] = which;
  }
}
#else
static void assign(const float *points, const float *centres, int *owner, int n) {
#pragma omp target teams distribute parallel for map(to : points[0 : n * DIMENSIONS], centres[0 : CENTRES * DIMENSIONS]) \
    map(from : owner[0 : n])
  for (int p = 0; p < n; p++) {
    float own[DIMENSIONS];
    for (int d = 0; d < DIMENSIONS; d++)
      own[d] = points[p * DIMENSIONS + d];
    float best = 1e30f;
    int which = -1;
    for (int c = 0; c < CENTRES; c++) {
      float distance = 0;
      for (int d = 0; d < DIMENSIONS; d++) {
        float delta = own[d] - centres[c * DIMENSIONS + d];
        distance += delta * delta;
      }
      if (distance < best) {
        best = distance;
        which = c;
      }
    }
    owner[p] = which;
  }
}
#endif

int main(void) {
  const int n = 12000;
  float *points = malloc(sizeof(float) * n * DIMENSIONS), *centres = malloc(sizeof(float) * CENTRES * DIMENSIONS);
  int *owner = malloc(sizeof(int) * n);
  unsigned state = 99;
  for (int i = 0; i < n * DIMENSIONS; i++) {
    state = state * 1103515245u + 12345u;
    points[i] = (float)(state >> 16) / 65536;
  }
  for (int i = 0; i < CENTRES * DIMENSIONS; i++)
    centres[i] = points[(i * 97) % (n * DIMENSIONS)];
  for (int round = 0; round < 2; round++) {
    assign(points, centres, owner, n);
    for (int c = 0; c < CENTRES; c++)
      for (int d = 0; d < DIMENSIONS; d++) {
        double sum = 0;
        int members = 0;
        for (int p = 0; p < n; p++)
          if (owner[p] == c) {
            sum += points[p * DIMENSIONS + d];
            members++;
          }
        if (members)
          centres[c * DIMENSIONS + d] = sum / members;
      }
  }
  double sum = 0;
  for (int i = 0; i < CENTRES * DIMENSIONS; i++)
    sum += centres[i] * (i + 1);
  printf("%.10e\n", sum);
  free(points), free(centres), free(owner);
  return 0;
}
