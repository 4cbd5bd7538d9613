/* warpcc-transfers: on
   Updates in loops that bring the same in each iteration stand in the first alone. */
#include "../check.h"
enum { N = 64 };
static double field[N];

/* To the device; from it where no iteration writes it; of several, of a part, and of an array. */
static double sums(double *u, double *v, int n, int steps) {
  double total = 0;
  u[3] = 7;
  v[n - 1] = 5;
  #pragma omp target data map(to: u[0:n]) map(tofrom: v[0:n], field)
  {
    u[4] = 9;
    for (int t = 0; t < steps; t++) {
      #pragma omp target update if(t == 0) to(u[0:n])
      #pragma omp target teams distribute parallel for map(tofrom: total) reduction(+: total) //~ plan=none
      for (int i = 0; i < n; i++)
        total += u[i] * v[i];
    }
    field[2] = 11;
    for (int t = 5; t > 0; t--) {
      total += t;
      #pragma omp target update if(t == 5) to(field, v[n / 2:n / 2])
    }
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      v[i] += u[i] + field[i];
    for (int t = 0; t < steps; t++) {
      #pragma omp target update if(t == 0) from(v[0:n])
      total += v[t];
    }
  }
  return total;
}

/* The host writes it, or the device does. */
static double changed(double *u, double *v, int n, int steps) {
  double total = 0;
  #pragma omp target data map(to: u[0:n]) map(tofrom: v[0:n])
  for (int t = 0; t < steps; t++) {
    u[t] += 1;
    #pragma omp target update to(u[0:n])
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      v[i] += u[i];
    #pragma omp target update from(v[0:n])
    total += v[t];
  }
  return total;
}

static void add(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

/* The device does, by its construct's map. */
static double found(double *u, int n, int steps) {
  double total = 0;
  #pragma omp target data map(tofrom: u[0:n])
  {
    for (int t = 0; t < steps; t++) {
      #pragma omp target update to(u[0:n])
      #pragma omp target teams distribute parallel for map(tofrom: total) reduction(+: total)
      for (int i = 0; i < n; i++) {
        total += u[i];
        u[i] = 0;
      }
    }
  }
  return total;
}

/* By a called function; of another section each time; of what a pointer comes to. */
static double moved(double *u, double *v, int n, int steps) {
  double total = 0, *at = u;
  #pragma omp target data map(tofrom: u[0:n], v[0:n])
  {
    for (int t = 0; t < steps; t++) {
      add(v, n);
      #pragma omp target update from(v[0:n])
      total += v[t];
    }
    for (int t = 0; t < steps; t++) {
      u[t] = t;
    }
    for (int t = 0; t < steps; t++) {
      #pragma omp target update to(u[t:1])
      total += 1;
    }
    for (int t = 0; t < steps; t++) {
      #pragma omp target update to(at[0:1])
      at++;
    }
    add(u, n);
  }
  return total;
}

/* Not in each iteration, behind a jump, in a loop whose counter changes, by a condition of its own. */
static double some(double *u, int n, int steps) {
  double total = 0;
  #pragma omp target data map(tofrom: u[0:n])
  {
    for (int t = 0; t < steps; t++)
      u[t] = t + 1;
    for (int t = 0; t < steps; t++) {
      if (t > 1) {
        #pragma omp target update to(u[0:n])
        total += 1;
      }
    }
    for (int t = 0; t < steps; t++) {
      if (t < 2)
        continue;
      #pragma omp target update to(u[0:n])
    }
    int k = 0;
    while (k < steps) {
      #pragma omp target update to(u[0:n])
      k++;
    }
    for (int t = 0; t < steps; t++) {
      #pragma omp target update to(u[0:n]) if(t == 2)
      total += t;
    }
    add(u, n);
  }
  return total;
}

void (*hook)(double *) = 0;

/* A function that nobody sees. */
static void unseen(double *u, int n, int steps) {
  #pragma omp target data map(tofrom: u[0:n])
  {
    for (int t = 0; t < steps; t++) {
      if (hook)
        hook(u);
      #pragma omp target update to(u[0:n])
    }
    add(u, n);
  }
}

/* The first value of the counter is not the number that is written. */
static double wrapped(double *u, int n) {
  double total = 0;
  #pragma omp target data map(to: u[0:n])
  {
    u[4] = 3;
    for (unsigned char t = -1; t > 250; t--) {
      #pragma omp target update to(u[0:n])
      #pragma omp target teams distribute parallel for map(tofrom: total) reduction(+: total) //~ plan=none
      for (int i = 0; i < n; i++)
        total += u[i];
    }
  }
  return total;
}

int main(void) {
  static double a[N], b[N];
  FILL(a, N);
  FILL(b, N);
  FILL(field, N);
  printf("%g\n", sums(a, b, N, 4)); SHOW(a, N); SHOW(b, N);
  printf("%g\n", changed(a, b, N, 4)); SHOW(a, N); SHOW(b, N);
  printf("%g\n", found(a, N, 1)); SHOW(a, N);
  printf("%g\n", moved(a, b, N, 4)); SHOW(a, N); SHOW(b, N);
  printf("%g\n", some(a, N, 4)); SHOW(a, N);
  unseen(a, N, 3); SHOW(a, N);
  printf("%g\n", wrapped(a, N));
  return 0;
}
