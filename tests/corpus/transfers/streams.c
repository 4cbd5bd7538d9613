/* warpcc-transfers: on
   A stream that writes into an array whenever the program prints to it. */
#include "../check.h"

/* The array is known to nobody but the stream. */
static long logged(int n, int steps) {
  char *text = calloc(n, 1);
  FILE *log = fmemopen(text, n, "w");
  long sum = 0;
  setvbuf(log, NULL, _IONBF, 0);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: text[0:n])
    for (int i = 0; i < n; i++)
      sum += text[i];
    fprintf(log, "step %d\n", k);
  }
  fclose(log);
  free(text);
  return sum;
}

/* The stream is opened elsewhere. */
static void tell(FILE *log, char *text, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: text[0:n])
    for (int i = 0; i < n; i++)
      text[i] = text[i] ? text[i] : '.';
    fprintf(log, "%d", k);
  }
}

int main(void) {
  enum { N = 40 };
  static char text[N];
  FILE *log = fmemopen(text, N, "w");
  setvbuf(log, NULL, _IONBF, 0);
  tell(log, text, N, 4);
  printf("%ld %d %d\n", logged(N, 5), text[1], text[9]);
  fclose(log);
  return 0;
}
