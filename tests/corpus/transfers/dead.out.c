/* warpcc-transfers: on
   What comes back and nobody reads on the host does not come back. */
#include "../check.h"
#include <omp.h>
#include <setjmp.h>
enum { N = 64 };

/* Storage that is released; what the region reads of it, too. */
static double released(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  FILL(a, n);
  FILL(b, n);
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: sum) map(to: b[0:n]) reduction(+: sum) //~ plan=none
  for (int i = 0; i < n; i++) {
    a[i] += b[(i + 1) % n];
    sum += a[i];
  }
  free(a);
  free(b);
  return sum;
}

/* Between two regions, where nothing else happens to it, and where the host reads it. */
static double passed(int n, int looks) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  FILL(a, n);
  FILL(b, n);
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++) {
    a[i] += 1;
    b[i] += 2;
  }
  if (looks)
    sum = a[3];
  #pragma omp target teams distribute parallel for map(tofrom: sum) map(to: a[0:n]) reduction(+: sum)
  for (int i = 0; i < n; i++) {
    a[i] += 1;
    sum += a[i];
  }
  free(a);
  free(b);
  return sum;
}

/* The next iteration reads it: on the host, or by a copy. */
static double again(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), sum = 0;
  FILL(a, n);
  FILL(b, n);
  FILL(c, n);
#line 51
  #pragma omp target data map(to: a[0:n]) map(alloc: c[0:n]) if(0 < steps)
#line 51
  #pragma omp target data map(to: b[0:n]) if(1 < steps && n > 1)
#line 51
  for (int t = 0; t < steps; t++) {
    sum += a[t];
    b[t] = t;
    c[t] = t;
#line 55
    #pragma omp target update to(b[t:1])
#line 55
    #pragma omp target teams distribute parallel for map(tofrom: sum, a[0:n], b[0:n]) map(from: c[0:n]) reduction(+: sum)
    for (int i = 0; i < n; i++) {
      a[i] += b[i];
      b[i] += 1;
      c[i] = a[i];
      sum += c[i];
    }
#line 55
    #pragma omp target update from(a[0:n])
#line 62
  }
  free(a);
  free(b);
  free(c);
  return sum;
}

/* A copy of two regions of one step: the next step's first copy reads what the last one left. */
static double steps(int n, int count) {
  double *a = malloc(n * sizeof *a), sum = 0;
  FILL(a, n);
#line 73
  #pragma omp target data map(to: a[0:n]) if(1 < count && n > 1)
#line 73
  for (int t = 0; t < count; t++) {
    a[0] = t;
#line 75
    #pragma omp target update to(a[0:1])
#line 75
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += 1;
    #pragma omp target teams distribute parallel for map(tofrom: sum, a[0:n]) reduction(+: sum)
    for (int i = 0; i < n; i++) {
      a[i] *= 2;
      sum += a[i];
    }
  }
  free(a);
  return sum;
}

/* The same where the loop may be left, so that only its two regions keep it there. */
static double stopped(int n, int count, double most) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  FILL(a, n);
  FILL(b, n);
  for (int t = 0; t < count; t++) {
    a[0] = t;
    b[0] = t;
    if (sum > most)
      return sum;
#line 98
    #pragma omp target enter data map(to: a[0:n]) map(alloc: b[0:n])
#line 98
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++) {
      a[i] += 1;
      b[i] = a[i];
    }
    #pragma omp target teams distribute parallel for map(tofrom: sum, a[0:n], b[0:n]) reduction(+: sum)
    for (int i = 0; i < n; i++) {
      a[i] *= 2;
      b[i] += a[i];
      sum += b[i];
    }
#line 98
    #pragma omp target exit data map(from: a[0:n]) map(release: b[0:n])
#line 109
  }
  free(a);
  free(b);
  return sum;
}

static double *kept;
static double *let_out(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  kept = a;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(tofrom: b[0:n])
  for (int i = 0; i < n; i++) {
    a[i] += 1;
    b[i] += a[i];
  }
  return b;
}

struct cell { double x[4]; };

/* Arrays and records of the function, named by clauses and not. */
static double local(void) {
  double row[N], column[N], seen[4] = {0}, sum = 0;
  struct cell one = {{1, 2, 3, 4}}, other = {{1, 2, 3, 4}}, lost = {{0}};
  FILL(row, N);
  FILL(column, N);
  #pragma omp target teams distribute parallel for map(tofrom: sum) map(to: row) reduction(+: sum)
  for (int i = 0; i < N; i++) {
    row[i] += one.x[i % 4];
    column[i] += row[i];
    if (i < 4)
      lost.x[i] = other.x[i] = seen[i] = i;
    sum += column[i];
  }
  return sum + other.x[2] + seen[3];
}

/* Of a data construct, in which the host brings it itself. */
static double enclosed(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  FILL(a, n);
  FILL(b, n);
  #pragma omp target data map(to: a[0:n], b[0:n])
  {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
      a[i] += b[i];
      b[i] = 1;
    }
    #pragma omp target update from(a[0:n])
    for (int i = 0; i < n; i++)
      sum += a[i];
  }
  free(a);
  free(b);
  return sum;
}

/* The same around steps. */
static double repeated(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  FILL(a, n);
  FILL(b, n);
#line 174
  #pragma omp target data map(to: b[0:n]) if(0 < steps)
#line 174
  for (int t = 0; t < steps; t++) {
    #pragma omp target data map(tofrom: a[0:n], b[0:n])
    {
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        b[i] = a[i] + t;
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        a[i] += b[i];
      #pragma omp target update from(a[0:n])
      sum += a[n - 1];
    }
  }
  free(a);
  free(b);
  return sum;
}

static double tried(double *a, int n);
static double (*hook)(double *, int) = tried;
static double tried(double *a, int n) { return a[n - 1]; }

/* A function that nobody sees reads it. */
static double unseen(int n) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
  double last = hook(a, n);
  free(a);
  return last;
}

/* The number of threads comes from an element, and so does the length of an array. */
static int threads(void) {
  int a[N], own = 0;
  for (int i = 0; i < N; i++)
    a[i] = i % 2;
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < N; i++)
    a[i] += 1;
  #pragma omp parallel if(a[1] > 1) num_threads(2)
  {
    #pragma omp single
    own = omp_get_num_threads();
  }
  return own;
}

static int lengths(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = i % 2;
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 0; i < N; i++)
    a[i] += 1;
  double scratch[a[3] + 1];
  scratch[0] = 1;
  return (int)sizeof scratch + (int)scratch[0];
}

/* A called function comes back to a statement in front of the region. */
static jmp_buf place;
static void jump(void) { longjmp(place, 1); }
static double jumps(int n) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  if (setjmp(place)) {
    double seen = a[7];
    free(a);
    return seen;
  }
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += i + 1;
  jump();
  return 0;
}

int main(void) {
  printf("%d %d %g\n", threads(), lengths(), jumps(N));
  printf("%g\n", released(N));
  printf("%g %g\n", passed(N, 0), passed(N, 1));
  printf("%g\n", again(N, 5));
  printf("%g\n", steps(N, 5));
  printf("%g\n", stopped(N, 5, 1e9));
  double *b = let_out(N);
  SHOW(b, N);
  SHOW(kept, N);
  printf("%g\n", local());
  printf("%g\n", enclosed(N));
  printf("%g\n", repeated(N, 5));
  printf("%g\n", unseen(N));
  return 0;
}
