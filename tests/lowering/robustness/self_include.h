#ifndef DEPTH
#define DEPTH 1
#include "self_include.h"
#elif DEPTH == 1
#undef DEPTH
#define DEPTH 2
#include "self_include.h"
#else
static void deepest(double *a) {
#pragma omp target
  a[DEPTH] = 1;
}
#endif
