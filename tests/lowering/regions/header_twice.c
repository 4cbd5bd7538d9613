// A header that is entered twice with another macro: what either time is active is found, the rest is not.
#define VARIANT 1
#include "variant.h"
#undef VARIANT
#define VARIANT 2
#include "variant.h"

void both(int n, double *a) {
  one(n, a);
  two(n, a);
}
