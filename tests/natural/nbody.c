// Field: astronomy, gravity between all pairs of bodies.
// Style: array of structures, `if (i != j)` in the inner loop, the state goes to the device in each step.
// Kind: records; the inner loop reads the same record in all threads.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double x, y, z, mass;
  double vx, vy, vz;
} body;

#ifndef EXPERT
static void push(body *b, int n, double dt) {
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n])
  for (int i = 0; i < n; i++) {
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      if (i != j) {
        double dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
        double square = dx * dx + dy * dy + dz * dz + 1e-4;
        double scale = b[j].mass / (square * sqrt(square));
        ax += dx * scale;
        ay += dy * scale;
        az += dz * scale;
      }
    }
    b[i].vx += dt * ax;
    b[i].vy += dt * ay;
    b[i].vz += dt * az;
  }
}
#else
static void push(body *b, int n, double dt) {
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n])
  for (int i = 0; i < n; i++) {
    const double x = b[i].x, y = b[i].y, z = b[i].z;
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      if (i != j) {
        double dx = b[j].x - x, dy = b[j].y - y, dz = b[j].z - z;
        double square = dx * dx + dy * dy + dz * dz + 1e-4;
        double scale = b[j].mass / (square * sqrt(square));
        ax += dx * scale;
        ay += dy * scale;
        az += dz * scale;
      }
    }
    b[i].vx += dt * ax;
    b[i].vy += dt * ay;
    b[i].vz += dt * az;
  }
}
#endif

static void drift(body *b, int n, double dt) {
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n])
  for (int i = 0; i < n; i++) {
    b[i].x += dt * b[i].vx;
    b[i].y += dt * b[i].vy;
    b[i].z += dt * b[i].vz;
  }
}

int main(void) {
  const int n = 700, steps = 3;
  body *b = malloc(sizeof(body) * n);
  for (int i = 0; i < n; i++)
    b[i] = (body){cos(i * 1.1) * (1 + i % 7), sin(i * 1.1) * (1 + i % 5), (i % 11) * 0.1, 1.0 + i % 3, 0, 0, 0};
#ifdef EXPERT
#pragma omp target data map(tofrom : b[0 : n])
#endif
  for (int s = 0; s < steps; s++) {
    push(b, n, 0.001);
    drift(b, n, 0.001);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += b[i].x + 2 * b[i].y + 3 * b[i].z;
  printf("%.10e\n", sum);
  free(b);
  return 0;
}
