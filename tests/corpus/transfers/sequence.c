/* warpcc-transfers: on
   Regions that follow one another in one function, with what programs do between them. */
#include "../check.h"
#include <assert.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

/* The regions write elements of what the pointer points to; the pointer stays what it is. */
static double filled(int n) {
  double *x = malloc(n * sizeof *x), sum = 0;
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    x[i] = i % 3;
  struct timeval begin, end;
  gettimeofday(&begin, NULL);
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
  for (int i = 0; i < n; i++)
    x[i] = x[i] + 1;
  gettimeofday(&end, NULL);
  #pragma omp target teams distribute parallel for reduction(+: sum) map(to: x[0:n])
  for (int i = 0; i < n; i++)
    sum += x[i];
  free(x);
  return sum + (end.tv_sec < begin.tv_sec);
}

/* The pointer gets another value between the regions. */
static double moved(int n) {
  double *x = malloc(2 * n * sizeof *x), *all = x;
  FILL(x, 2 * n);
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
  for (int i = 0; i < n; i++)
    x[i] += 1;
  x += n;
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
  for (int i = 0; i < n; i++)
    x[i] += 2;
  double sum = all[1] + all[n + 1];
  free(all);
  return sum;
}

/* Each step is told, by texts that no device writes. */
void told(double *x, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
      x[i] = x[i] / 2 + k;
    printf("step %d of %d: %s\n", k, steps, k + 1 < steps ? "goes on" : "ends");
    assert(n > 0);
  }
}

/* What the text is copied from has to be there. */
void told_of(char *text, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: text[0:n])
    for (int i = 0; i < n - 1; i++)
      text[i] = 'a' + (text[i] + k) % 20;
    printf("step %d: %.3s\n", k, text);
  }
}

/* The place of a character leads to the text. */
static int by_a_place(int n, int steps) {
  char *text = malloc(n);
  memset(text, 'a', n);
  text[n - 1] = 0;
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: text[0:n])
    for (int i = 0; i < n - 1; i++)
      text[i] = 'a' + (text[i] + 1 - 'a') % 26;
    char *place = strrchr(text, text[0]);
    if (place)
      *place = 'x';
  }
  int sum = text[0] + 3 * text[n - 2];
  free(text);
  return sum;
}

/* What the last region reads is written by a loop that may have no iteration. */
static double perhaps(int n, int steps) {
  double *x = malloc(n * sizeof *x), sum = 0;
  FILL(x, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(from: x[0:n])
    for (int i = 0; i < n; i++)
      x[i] = i + k;
  }
  #pragma omp target teams distribute parallel for reduction(+: sum) map(to: x[0:n])
  for (int i = 0; i < n; i++)
    sum += x[i];
  free(x);
  return sum;
}

int main(void) {
  enum { N = 40 };
  static double x[N];
  static char text[N];
  FILL(x, N);
  printf("%g %g\n", filled(N), moved(N));
  told(x, N, 4);
  told_of(text, N, 3);
  printf("%d %g %g\n", by_a_place(N, 4), perhaps(N, 0), perhaps(N, 2));
  SHOW(x, N);
  return 0;
}
