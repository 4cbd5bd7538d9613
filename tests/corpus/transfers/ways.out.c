/* warpcc-transfers: on
   warpcc-flags: -pthread
   Ways through a program that its statements do not show in their order: recursion, callbacks, jumps between functions, threads. */
#include "../check.h"
#include <pthread.h>
#include <setjmp.h>
#include <string.h>
enum { N = 60 };

static void step(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += i % 5 + 1;
}

static void half(double *out, const double *in, int n) {
  #pragma omp target teams distribute parallel for map(from: out[0:n]) map(to: in[0:n])
  for (int i = 0; i < n; i++)
    out[i] = in[i] / 2 + (i ? in[i - 1] : 1);
}

static double *filled(int n) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  return a;
}

/* A function that calls itself. */
static void deeper(double *a, int n, int depth) {
  if (depth == 0)
    return;
  step(a, n);
  deeper(a, n, depth - 1);
  a[depth] += 1;
}

static void recursion(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    step(a, n);
    deeper(a, n, k);
  }
  SHOW(a, n);
  free(a);
}

/* Two functions that call each other. */
static void odd(double *a, int n, int k);
static void even(double *a, int n, int k) {
  if (k > 0)
    odd(a, n, k - 1);
  step(a, n);
}
static void odd(double *a, int n, int k) {
  if (k > 0)
    even(a, n, k - 1);
  a[k] = k;
}

static void by_turns(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    even(a, n, k);
    step(a, n);
  }
  SHOW(a, n);
  free(a);
}

/* A loop in each call of a function that calls itself. */
static double levels(double *a, int n, int depth) {
#line 74
  #pragma omp target data map(tofrom: a[0:n])
#line 74
  for (int k = 0; k < 3; k++)
    step(a, n);
  return depth ? a[depth] + levels(a, n / 2, depth - 1) : a[0];
}

static void pyramid(int n, int steps) {
  double *a = filled(n);
  printf("%g\n", levels(a, n, steps));
  SHOW(a, n);
  free(a);
}

/* A function that is called by a pointer. */
static double add_first(double *a, int n) { return a[0] += n; }
static double read_last(double *a, int n) { return a[n - 1]; }

static double called(double (*callback)(double *, int), int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    step(a, n);
    all += callback(a, n);
  }
  SHOW(a, n);
  free(a);
  return all;
}

/* The pointer is a member. */
struct observer {
  void (*told)(struct observer *, int);
  const double *seen;
  double all;
};
static void looks(struct observer *o, int k) { o->all += o->seen[k]; }
static void sleeps(struct observer *o, int k) { o->all += k; }

static void observed(int n, int steps, int is_awake) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  struct observer o = {is_awake ? looks : sleeps, a, 0};
  for (int k = 0; k < steps; k++) {
    step(a, n);
    o.told(&o, k);
  }
  printf("%g\n", o.all);
  SHOW(a, n);
  free(a);
}

/* The callback takes no array, but knows one. */
static double *watched;
static int by_value(const void *x, const void *y) {
  double a = watched[*(const int *)x], b = watched[*(const int *)y];
  return a < b ? -1 : a > b ? 1 : *(const int *)x - *(const int *)y;
}

static void sorted_by(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  int order[N];
  FILL(a, n);
  watched = a;
  for (int k = 0; k < steps; k++) {
    step(a, n);
    for (int i = 0; i < n; i++)
      order[i] = i;
    qsort(order, n, sizeof *order, by_value);
    printf("%d %d\n", order[0], order[n - 1]);
  }
  SHOW(a, n);
  free(a);
}

/* Another function jumps out of the loop. */
static jmp_buf place;
static void checked(double *a, int n, int k) {
  step(a, n);
  if (k == 2)
    longjmp(place, 1);
}

static void jumped_over(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    checked(a, n, k);
    step(a, n);
  }
}

static void jumps(int n, int steps) {
  double *a = filled(n);
  if (setjmp(place) == 0)
    jumped_over(a, n, steps);
  SHOW(a, n);
  free(a);
}

/* The loop begins anew. */
static void tried_again(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  volatile int tries = 0;
  FILL(a, n);
  setjmp(place);
  for (int k = tries; k < steps; k++) {
    step(a, n);
    if (a[k] > 8 && tries++ < 2)
      longjmp(place, 1);
  }
  SHOW(a, n);
  free(a);
}

/* A thread reads while the loop runs, and one writes between two regions. */
struct job {
  double *a;
  int at;
};
static void *adds(void *argument) {
  struct job *job = argument;
  job->a[job->at] += 2;
  return NULL;
}

static void by_a_thread(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    step(a, n);
    struct job job = {a, k};
    pthread_t thread;
    pthread_create(&thread, NULL, adds, &job);
    pthread_join(thread, NULL);
  }
  SHOW(a, n);
  free(a);
}

/* Each thread has its own array and its own loop. */
static void *works(void *argument) {
  double *a = argument;
#line 213
  #pragma omp target data map(tofrom: a[0:60])
#line 213
  for (int k = 0; k < 3; k++)
    step(a, N);
  return NULL;
}

static void in_threads(int n, int steps) {
  double *a = filled(n), *b = filled(n);
  pthread_t threads[2];
  for (int k = 0; k < steps; k++) {
    pthread_create(&threads[0], NULL, works, a);
    pthread_create(&threads[1], NULL, works, b);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
  }
  SHOW(a, n);
  SHOW(b, n);
  free(a), free(b);
}

/* Threads of the host write parts of an array. */
static void by_many(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    step(a, n);
    #pragma omp parallel for num_threads(3)
    for (int i = 0; i < n; i += 4)
      a[i] -= k;
  }
  SHOW(a, n);
  free(a);
}

/* A region is in a task of the host. */
static void in_tasks(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp task
    step(a, n);
    #pragma omp taskwait
    a[k] += 1;
  }
  SHOW(a, n);
  free(a);
}

/* A function returns early where nothing has to be done: it may not map. */
static void unless_done(double *a, int n, int k) {
  if (k % 2)
    return;
  step(a, n);
}

static void mostly(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
#line 271
  #pragma omp target data map(tofrom: a[0:n]) map(alloc: b[0:n]) if(0 < steps)
#line 271
  for (int k = 0; k < steps; k++) {
    unless_done(a, n, k);
    half(b, a, n);
    half(a, b, n);
  }
  SHOW(a, n);
  free(a), free(b);
}

/* A function returns out of its loop. */
static int found(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    step(a, n);
    if (a[n - 1] > 12)
      return k;
  }
  return -1;
}

static void searched(int n, int steps) {
  double *a = filled(n);
  printf("%d\n", found(a, n, steps));
  SHOW(a, n);
  free(a);
}

int main(void) {
  for (int steps = 0; steps < 5; steps++) {
    recursion(N, steps);
    by_turns(N, steps);
    pyramid(N, steps);
    printf("%g %g\n", called(add_first, N, steps), called(read_last, N, steps));
    observed(N, steps, 0);
    observed(N, steps, 1);
    sorted_by(N, steps);
    jumps(N, steps);
    tried_again(N, steps);
    by_a_thread(N, steps);
    in_threads(N, steps);
    by_many(N, steps);
    in_tasks(N, steps);
    mostly(N, steps);
    searched(N, steps);
  }
  return 0;
}
