/* warpcc-flags: -std=c11 */
/* The size of an array decides no address of its elements, though the variable that gave it changes. */
#include "../check.h"

static void squares(int n, const int *restrict a) {
  int number = 1000;
  if (n < number)
    number = n;
  int out[number];
  #pragma omp target teams distribute parallel for map(to: a[0:number]) map(from: out[0:number]) //~ plan=none
  for (int i = 0; i < number; i++)
    out[i] = a[i] * a[i]; //~ sectors=4
  SHOW(out, number);
}

/* The neighbour: the length of a row does. */
static void rows(int n, const int *restrict a) {
  int number = 1000;
  if (n < number)
    number = n;
  int out[number][number];
  #pragma omp target teams distribute parallel for map(to: a[0:number]) map(from: out) //~ plan=none WC404
  for (int i = 0; i < number; i++)
    for (int j = 0; j < number; j++)
      out[i][j] = a[i];
  SHOW(&out[0][0], number * number);
}

int main(void) {
  static int a[300];
  FILL(a, 300);
  squares(300, a);
  rows(40, a);
  return 0;
}
