/* Scalars that a region changes in a copy of its own, and that the host reads as they were before. */
#include "../check.h"
enum { N = 48 };

static double dot(const double *a, const double *b, int n) {
  double s = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n]) //~ WC116
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    s += a[i] * b[i];
  }
  return s;
}

static int count(const double *a, int n) {
  int c = 0;
  #pragma omp target teams distribute map(to: a[0:n]) //~ WC116
  for (int i = 0; i < n; i++)
    if (a[i] > 5) {
      #pragma omp critical
      c++;
    }
  return c;
}

static double dot_reduced(const double *a, const double *b, int n) {
  double s = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n]) reduction(+: s) //~ !WC116
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

static double dot_mapped(const double *a, const double *b, int n) {
  double s = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n]) map(tofrom: s) //~ !WC116
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    s += a[i] * b[i];
  }
  return s;
}

/* The item may be any variable that the macro names. */
#define TOTAL s
static double dot_named_by_a_macro(const double *a, const double *b, int n) {
  double s = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n]) map(tofrom: TOTAL) //~ !WC116
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    s += a[i] * b[i];
  }
  return s;
}

static double dot_defaultmap(const double *a, const double *b, int n) {
  double s = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n]) defaultmap(tofrom: scalar) //~ !WC116
  for (int i = 0; i < n; i++) {
    #pragma omp atomic
    s += a[i] * b[i];
  }
  return s;
}

/* The clause is one of `teams distribute parallel for`, which maps nothing. */
static double dot_reduced_later(const double *a, const double *b, int n) {
  double s = 0;
  #pragma omp target map(to: a[0:n], b[0:n])
  #pragma omp teams distribute parallel for reduction(+: s)
  for (int i = 0; i < n; i++) s += a[i] * b[i]; //~ WC116
  return s;
}

static double dot_reduced_and_mapped(const double *a, const double *b, int n) {
  double s = 0;
  #pragma omp target map(to: a[0:n], b[0:n]) map(tofrom: s)
  #pragma omp teams distribute parallel for reduction(+: s)
  for (int i = 0; i < n; i++) s += a[i] * b[i]; //~ !WC116
  return s;
}

static int has(const double *a, double x, int n) {
  int found = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n]) //~ WC116
  for (int i = 0; i < n; i++)
    if (a[i] == x) found = 1;
  if (found) return 1;
  return 0;
}

/* The copy is meant to be one. */
static int explicitly(const double *a, double x, int n) {
  int found = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n]) firstprivate(found) //~ !WC116
  for (int i = 0; i < n; i++)
    if (a[i] == x) found = 1;
  return found;
}

/* The host's loop reads it before it begins again. */
static int until_none(double *a, int n) {
  int rounds = 0, changed = 1;
  while (changed && rounds < 3) {
    changed = 0;
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ WC116
    for (int i = 0; i < n; i++)
      if (a[i] > 8) {
        a[i] -= 1;
        changed = 1;
      }
    rounds++;
  }
  return rounds;
}

/* Assigned again on every way. */
static double assigned(double *a, int n) {
  double t = 0, sum = 0;
  for (int k = 0; k < 2; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(t) //~ !WC116
    for (int i = 0; i < n; i++) {
      t = a[i];
      a[i] = t + 1;
    }
    #pragma omp target map(tofrom: a[0:n]) //~ !WC116
    for (int i = 0; i < n; i++) {
      t = a[i];
      a[i] = t + 1;
    }
    if (k == 0)
      t = a[0];
    else
      t = a[1];
    sum += t;
  }
  return sum;
}

/* A loop of the host that may not run, and a `switch`: the assignments there count. */
static double assigned_in_statements(double *a, int n) {
  double t = 0, u = 0;
  #pragma omp target map(tofrom: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) {
    t = a[i];
    u = t + 1;
    a[i] = u;
  }
  for (int i = 0; i < n; i++) t = a[i];
  switch (n) {
  case 1: u = 2; break;
  default: u = 3;
  }
  return t + u;
}

static double assigned_on_one_way(double *a, int n) {
  double t = 0;
  #pragma omp target map(tofrom: a[0:n]) //~ WC116
  for (int i = 0; i < n; i++) {
    t = a[i];
    a[i] = t + 1;
  }
  if (n > 100) t = a[0];
  return t;
}

/* Nobody reads it. */
static void unread(double *a, int n) {
  double t;
  #pragma omp target map(tofrom: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) {
    t = a[i];
    a[i] = t + 1;
  }
}

/* What is on the device already is not what the region changes: it has a copy all the same. */
static double around(const double *a, int n) {
  double s = 0, t = 0;
  #pragma omp target data map(tofrom: s) map(to: a[0:n])
  {
    #pragma omp target teams distribute parallel for //~ WC116
    for (int i = 0; i < n; i++) {
      #pragma omp atomic
      s += a[i];
    }
  }
  #pragma omp target enter data map(to: t)
  #pragma omp target map(to: a[0:n]) //~ WC116
  for (int i = 0; i < n; i++) t += a[i];
  #pragma omp target exit data map(from: t)
  return s + t;
}

/* An update says that the copy on the device is meant. */
static double updated(const double *a, int n) {
  double s = 0;
  #pragma omp target enter data map(to: s)
  #pragma omp target map(to: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) s += a[i];
  #pragma omp target update from(s)
  #pragma omp target exit data map(delete: s)
  return s;
}

/* A region maps it by itself. */
static double mapped_twice(const double *a, int n) {
  double s = 0;
  #pragma omp target data map(tofrom: s) map(to: a[0:n])
  {
    #pragma omp target teams distribute parallel for map(tofrom: s) //~ !WC116
    for (int i = 0; i < n; i++) {
      #pragma omp atomic
      s += a[i];
    }
  }
  return s;
}

/* A clause of another directive gives it a value. */
static double brought_back(double *a, int n) {
  double t = 0;
  #pragma omp target map(tofrom: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) {
    t = a[i];
    a[i] = t + 1;
  }
  #pragma omp target map(from: t) map(to: a[0:n])
  t = a[1];
  return t;
}

/* The function gives its address away. */
static void set(double *t) { *t = 1; }
static double reached(double *a, int n) {
  double t = 0;
  #pragma omp target map(tofrom: a[0:n]) //~ !WC116
  for (int i = 0; i < n; i++) {
    t = a[i];
    a[i] = t + 1;
  }
  set(&t);
  return t;
}

int main(void) {
  double a[N], b[N];
  FILL(a, N);
  FILL(b, N);
  printf("%g %d %g %g %g\n", dot(a, b, N), count(a, N), dot_reduced(a, b, N), dot_mapped(a, b, N), dot_defaultmap(a, b, N));
  printf("%g %g %d %d %d\n", dot_reduced_later(a, b, N), dot_reduced_and_mapped(a, b, N), has(a, 3, N), explicitly(a, 3, N), until_none(a, N));
  printf("%g %g\n", assigned(a, N), assigned_in_statements(a, N) + assigned_on_one_way(a, N));
  unread(a, N);
  printf("%g %g %g\n", around(a, N), brought_back(a, N), reached(a, N));
  printf("%g %g\n", updated(a, N), mapped_twice(a, N));
  printf("%g\n", dot_named_by_a_macro(a, b, N));
  SHOW(a, N);
  return 0;
}
