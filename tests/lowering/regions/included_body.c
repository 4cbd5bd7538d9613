// A body that is included holds the pragma and its loop: one region for each function that includes it.
#define SCALE 2
void doubled(int n, double *a) {
#include "body.inc"
}
#undef SCALE
#define SCALE 3

void tripled(int n, double *a) {
#include "body.inc"
}

void plain(int n, double *a) {
#pragma omp target
  a[0] = n;
}
