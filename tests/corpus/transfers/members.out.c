/* warpcc-transfers: on
   Pointers in structures: what a local structure points to stays while no one else may change the structure. */
#include "../check.h"
#include <string.h>
enum { N = 50 };

struct field {
  int n;
  double *now, *next;
};

static struct field make(int n) {
  struct field f = {n, malloc(n * sizeof(double)), malloc(n * sizeof(double))};
  FILL(f.now, n);
  FILL(f.next, n);
  return f;
}

static void half(double *out, const double *in, int n) {
  #pragma omp target teams distribute parallel for map(from: out[0:n]) map(to: in[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    out[i] = in[i] / 2 + (i ? in[i - 1] : 1);
}

static void step(const struct field *f) {
  const int n = f->n;
  const double *now = f->now;
  double *next = f->next;
  #pragma omp target teams distribute parallel for map(to: now[0:n]) map(from: next[0:n])
  for (int i = 0; i < n; i++)
    next[i] = now[i] + i;
}

static void exchange(struct field *f) {
  double *old = f->now;
  f->now = f->next;
  f->next = old;
}

static double sum(const struct field *f) {
  double all = 0;
  for (int i = 0; i < f->n; i++)
    all += f->now[i] * (1 + i % 3) + f->next[i];
  return all;
}

static double by_members(int steps) {
  struct field f = {N, malloc(N * sizeof(double)), malloc(N * sizeof(double))};
  FILL(f.now, N);
  FILL(f.next, N);
#line 51
  {
#line 51
  __typeof__(f.next) warpcc_f_next = f.next;
#line 51
  __typeof__(f.now) warpcc_f_now = f.now;
#line 51
  #pragma omp target data map(to: warpcc_f_now[0:50]) map(from: warpcc_f_next[0:50]) if(0 < steps)
#line 51
  for (int k = 0; k < steps; k++)
    half(f.next, f.now, N);
#line 52
  }
#line 53
  double all = sum(&f);
  free(f.now), free(f.next);
  return all;
}

static double by_address(int n, int steps) {
  struct field f;
  f.n = n;
  f.now = malloc(n * sizeof(double));
  f.next = malloc(n * sizeof(double));
  FILL(f.now, n);
  FILL(f.next, n);
#line 65
  {
#line 65
  __typeof__(f.now) warpcc_f_now = f.now;
#line 65
  __typeof__(f.next) warpcc_f_next = f.next;
#line 65
  #pragma omp target data map(to: warpcc_f_now[0:n]) map(from: warpcc_f_next[0:n]) if(0 < steps)
#line 65
  for (int k = 0; k < steps; k++)
    step(&f);
#line 66
  }
#line 67
  double all = sum(&f);
  free(f.now), free(f.next);
  return all;
}

static double exchanged(int n, int steps) {
  struct field f = {0, 0, 0};
  f.n = n;
  f.now = malloc(n * sizeof(double));
  f.next = malloc(n * sizeof(double));
  FILL(f.now, n);
  FILL(f.next, n);
#line 79
  {
#line 79
  __typeof__(f.now) warpcc_f_now = f.now;
#line 79
  __typeof__(f.next) warpcc_f_next = f.next;
#line 79
  #pragma omp target data map(tofrom: warpcc_f_now[0:n], warpcc_f_next[0:n]) if(1 < steps)
#line 79
  for (int k = 0; k < steps; k++) {
    step(&f);
    exchange(&f);
  }
#line 82
  }
#line 83
  double all = sum(&f);
  free(f.now), free(f.next);
  return all;
}

/* A pointer of the function has the value, too. */
static double by_pointer(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  struct field f = {n, a, b};
  FILL(a, n);
  FILL(b, n);
#line 94
  #pragma omp target data map(to: a[0:n]) map(from: b[0:n]) if(0 < steps)
#line 94
  for (int k = 0; k < steps; k++)
    step(&f);
  double all = sum(&f);
  free(a), free(b);
  return all;
}

/* Both members are one array. */
static double aliased(int n, int steps) {
  struct field f;
  f.n = n;
  f.now = f.next = malloc(n * sizeof(double));
  FILL(f.now, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: f.now[0:n])
    for (int i = 0; i < n; i++)
      f.now[i] += i;
    f.next[k] = 1;
  }
  double all = sum(&f);
  free(f.now);
  return all;
}

/* A member gets another value in the loop, by its name and by the bytes of the structure. */
static double reassigned(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c);
  struct field f, g;
  f.n = g.n = n;
  f.now = a, f.next = b;
  g.now = c, g.next = b;
  FILL(a, n);
  FILL(b, n);
  FILL(c, n);
  for (int k = 0; k < steps; k++) {
    step(&f);
    if (k == 1)
      f.next = a, f.now = b;
    if (k == 2)
      memcpy(&f, &g, sizeof f);
    a[0] += 1;
    c[1] += 2;
  }
  double all = sum(&f) + sum(&g) + a[3] + b[3];
  free(a), free(b), free(c);
  return all;
}

/* Who knows the structure may change it, and what it points to. */
static struct field *known;
static void keep(struct field *f) { known = f; }
static void change(int at) { known->now[at] = 5; }

static double kept(int n, int steps) {
  struct field f = make(n);
  keep(&f);
  for (int k = 0; k < steps; k++) {
    step(&f);
    change(k);
  }
  double all = sum(&f);
  free(f.now), free(f.next);
  return all;
}

/* The number of elements changes with the steps. */
static double shrinking(int n, int steps) {
  struct field f;
  f.n = n;
  f.now = malloc(n * sizeof(double));
  f.next = malloc(n * sizeof(double));
  FILL(f.now, n);
  FILL(f.next, n);
  for (int k = 0; k < steps; k++) {
    step(&f);
    f.n -= 1;
  }
  double all = sum(&f);
  free(f.now), free(f.next);
  return all;
}

/* Two structures that the caller has may be one. */
static void of_parameters(struct field *f, struct field *g, int steps) {
  for (int k = 0; k < steps; k++) {
    step(f);
    exchange(g);
  }
}

/* A structure in a structure, and one behind a pointer. */
struct pair {
  struct field first, *second;
};

static void both(struct pair *p) {
  step(&p->first);
  p->second->now[0] += 1;
}

static double nested(int n, int steps) {
  struct field f = make(n);
  struct pair p;
  p.first.n = n;
  p.first.now = malloc(n * sizeof(double));
  p.first.next = malloc(n * sizeof(double));
  FILL(p.first.now, n);
  FILL(p.first.next, n);
  p.second = &f;
  f.now[1] = 2;
  for (int k = 0; k < steps; k++)
    both(&p);
  p.second = &p.first;
  for (int k = 0; k < steps; k++)
    both(&p);
  double all = sum(&f) + sum(&p.first);
  free(f.now), free(f.next), free(p.first.now), free(p.first.next);
  return all;
}

/* Two allocations in one statement are two. */
static void set(struct field *f, int n, double *now, double *next) {
  f->n = n;
  f->now = now;
  f->next = next;
  FILL(now, n);
  FILL(next, n);
}

static double two_arguments(int n, int steps) {
  struct field f;
  set(&f, n, malloc(n * sizeof(double)), malloc(n * sizeof(double)));
  for (int k = 0; k < steps; k++)
    half(f.next, f.now, n);
  for (int k = 0; k < steps; k++)
    half(f.now, f.next, n);
  double all = sum(&f);
  free(f.now), free(f.next);
  return all;
}

static int allocate(double **a, int n) {
  *a = malloc(n * sizeof(double));
  FILL(*a, n);
  return n;
}

static int first(struct field *f, int n) {
  f->n = n;
  return allocate(&f->now, n);
}

static double two_calls(int n, int steps) {
  struct field f, g;
  int all = first(&f, n) + first(&g, n);
  f.next = g.now;
  for (int k = 0; k < steps; k++)
    half(g.now, f.now, n);
  double found = sum(&f) + all;
  free(f.now), free(g.now);
  return found;
}

/* A function that allocates for two structures gets one. */
static void of_two(struct field *f, struct field *g, int n) {
  g->now = malloc(n * sizeof(double));
  FILL(g->now, n);
  f->now = malloc(n * sizeof(double));
  FILL(f->now, n);
  f->next = f->now;
}

static void raise(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += i % 3 + 1;
}

/* The statements over which each of two arrays stays have some in common: blocks around them would cross. */
static double crossing(int n) {
  struct field f;
  set(&f, n, malloc(n * sizeof(double)), malloc(n * sizeof(double)));
  raise(f.next, n);
  half(f.now, f.next, n);
  f.next[0] = 7;
  raise(f.now, n);
  double all = sum(&f) + f.next[0] + f.next[1];
  free(f.now), free(f.next);
  return all;
}

static double both_names(int n, int steps) {
  struct field f;
  f.n = n;
  of_two(&f, &f, n);
  double *next = f.next;
  for (int k = 0; k < steps; k++) {
    raise(next, n);
    f.now[k] += 1;
  }
  double all = sum(&f);
  free(f.now);
  return all;
}

/* Pointers between the places where pointers are. */
struct tagged {
  char tag;
  double *now, *next;
} __attribute__((packed));

static double unaligned(int n, int steps) {
  struct tagged t = {1, malloc(n * sizeof(double)), malloc(n * sizeof(double))}, copy = t;
  FILL(t.now, n);
  FILL(t.next, n);
#line 309
  {
#line 309
  __typeof__(t.next) warpcc_t_next = t.next;
#line 309
  #pragma omp target data map(from: warpcc_t_next[0:n]) if(0 < steps)
#line 309
  for (int k = 0; k < steps; k++) {
    half(t.next, t.now, n);
    copy.now[k] += 1;
  }
#line 312
  }
#line 313
  double all = t.next[1] + t.next[n - 1] + t.now[2];
  free(t.now), free(t.next);
  return all;
}

/* Two members whose pointers would have one name. */
struct named { double *a_b; };
struct other { double *b; };

static double one_name(int n, int steps) {
  struct named f;
  struct other f_a;
  f.a_b = malloc(n * sizeof(double));
  f_a.b = malloc(n * sizeof(double));
  FILL(f.a_b, n);
  FILL(f_a.b, n);
  for (int k = 0; k < steps; k++)
    half(f.a_b, f_a.b, n);
  double all = f.a_b[1] + f.a_b[2] + f.a_b[n - 1] + f_a.b[2];
  free(f.a_b), free(f_a.b);
  return all;
}

int main(void) {
  for (int steps = 0; steps < 5; steps++) {
    printf("%g %g %g\n", by_members(steps), by_address(N, steps), exchanged(N, steps));
    printf("%g %g %g\n", by_pointer(N, steps), aliased(N, steps), reassigned(N, steps));
    printf("%g %g %g\n", kept(N, steps), shrinking(N, steps), nested(N, steps));
    printf("%g %g %g\n", two_arguments(N, steps), two_calls(N, steps), unaligned(N, steps));
    printf("%g %g %g\n", both_names(N, steps), one_name(N, steps), crossing(N));
    struct field f = make(N), g = make(N);
    of_parameters(&f, &g, steps);
    of_parameters(&f, &f, steps);
    printf("%g %g\n", sum(&f), sum(&g));
    free(f.now), free(f.next), free(g.now), free(g.next);
  }
  return 0;
}
