/* Small whole numbers, so that sums are exact in every order, and sums that depend on positions. */
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>
#include <stdlib.h>

#define FILL(a, n)                                                            \
  for (long k_ = 0; k_ < (long)(n); k_++)                                     \
  (a)[k_] = (k_ * 7 + k_ / 5) % 11

#define SHOW(a, n)                                                            \
  do {                                                                        \
    double sum_ = 0;                                                          \
    for (long k_ = 0; k_ < (long)(n); k_++)                                   \
      sum_ += (double)(a)[k_] * (double)(k_ % 101 + 1);                       \
    printf("%s %.17g\n", #a, sum_);                                           \
  } while (0)

#endif
