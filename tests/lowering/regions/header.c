// A region of a header is found once, with the header's name; one of the main file beside it.
#include "region.h"

void own(int n, double *a) {
  in_header(n, a);
#pragma omp target
  a[0] = 2;
}
