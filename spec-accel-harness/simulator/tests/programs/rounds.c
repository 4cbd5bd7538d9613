// A kernel in so many rounds as the first word says. With the word "kernel" behind it one more waits for what never comes, with "host"
// the host does; with "alone" and "calls" it computes for years, without an access or with calls.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 4096 };
static float a[N][2];

__attribute__((noinline)) static unsigned long next(unsigned long x) {
  return x * 6364136223846793005ul + 1442695040888963407ul;
}

int main(int count, char **words) {
  int rounds = atoi(words[1]), waits = count > 2 ? words[2][0] : 0;
  volatile int never = 0;
  unsigned long seed = count;
#pragma omp target data map(tofrom : a)
  for (int round = 0; round < rounds; round++) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      a[i][0] += 1;
    printf("round %d\n", round);
  }
  if (waits) {
    puts("waits");
    fflush(stdout);
  }
  if (waits == 'h')
    sleep(60);
  if (waits == 'k') {
#pragma omp target map(tofrom : never)
    while (!never)
      ;
  }
  if (waits == 'a') {
#pragma omp target map(tofrom : seed)
    for (unsigned long i = 1; i != 0; i++)
      seed = seed * seed + i;
  }
  if (waits == 'c') {
#pragma omp target map(tofrom : seed)
    for (unsigned long i = 1; i != 0; i++)
      seed = next(seed + i);
  }
  return seed == 0;
}
