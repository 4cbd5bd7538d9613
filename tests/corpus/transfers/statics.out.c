/* warpcc-transfers: on
   Arrays that the host never reads stay where they are: nobody else can name them, and nothing leads to them but their names. */
#include "../check.h"
enum { N = 64 };
static double now[N], next[N], read_later[N], led_to[N], mapped_by_others[N];
double known[N];

static void step(void) {
#line 9
  #pragma omp target enter data map(to: now) map(alloc: next)
#line 9
  #pragma omp target teams distribute parallel for map(to: now) map(from: next) //~ plan=none
  for (int i = 0; i < N; i++)
    next[i] = now[i] + (i > 0 ? now[i - 1] : 0);
  #pragma omp target teams distribute parallel for map(from: now) map(to: next)
  for (int i = 0; i < N; i++)
    now[i] = next[i] / 2;
#line 14
  #pragma omp target exit data map(from: now, next)
#line 15
}

static void through(double *a, double *b) {
  #pragma omp target teams distribute parallel for map(to: a[0:N]) map(from: b[0:N])
  for (int i = 0; i < N; i++)
    b[i] = a[i] + 1;
}

/* The host reads it, or may do so by another name. */
static void read_step(void) {
  #pragma omp target teams distribute parallel for map(to: now) map(tofrom: read_later, led_to, known)
  for (int i = 0; i < N; i++) {
    read_later[i] += now[i];
    led_to[i] += now[i];
    known[i] += now[i];
  }
}

/* Who calls it from elsewhere runs the region with what the host has. */
void open(void) {
  #pragma omp target teams distribute parallel for map(tofrom: mapped_by_others)
  for (int i = 0; i < N; i++)
    mapped_by_others[i] += i;
}

static void last(void) {
  #pragma omp target teams distribute parallel for map(to: mapped_by_others) map(from: now)
  for (int i = 0; i < N; i++)
    now[i] = mapped_by_others[i];
}

static double *leads(int at) { return at < N ? led_to + at : 0; }

int main(void) {
  FILL(now, N);
#line 50
  #pragma omp target data map(tofrom: now) map(alloc: next)
#line 50
  for (int k = 0; k < 4; k++)
    step();
  SHOW(now, N);
#line 53
  #pragma omp target data map(tofrom: read_later, led_to, known) map(to: now)
#line 53
  for (int k = 0; k < 3; k++)
    read_step();
  SHOW(read_later, N); SHOW(known, N);
  printf("%g\n", *leads(3));
#line 57
  #pragma omp target data map(tofrom: mapped_by_others)
#line 57
  for (int k = 0; k < 3; k++)
    open();
  last();
  SHOW(now, N);
#line 61
  #pragma omp target data map(to: now[0:64]) map(from: known[0:64])
#line 61
  for (int k = 0; k < 3; k++)
    through(now, known);
  SHOW(now, N);
  return 0;
}
