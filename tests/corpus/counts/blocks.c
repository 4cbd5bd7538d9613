/* warpcc-flags: -std=c11
   Blocks whose last one is shorter: a loop over a block is as long as a block, and not one iteration long. */
#include "../check.h"
enum { N = 300, BLOCK = 64, BLOCKS = (N + BLOCK - 1) / BLOCK };
static int list[N], found[BLOCKS];

static void block_sums(int blocks, int n) {
  #pragma omp target teams distribute map(to: list) map(from: found) //~ plan=none
  for (int b = 0; b < blocks; b++) {
    int first = b * BLOCK;
    int end = first + BLOCK < n ? first + BLOCK : n;
    int sum = 0;
    #pragma omp parallel for reduction(+: sum)
    for (int i = first; i < end; i++)
      sum += list[i] != 3; //~ sectors=4..5
    found[b] = sum;
  }
}

int main(void) {
  FILL(list, N);
  block_sums(BLOCKS, N); SHOW(found, BLOCKS);
  return 0;
}
