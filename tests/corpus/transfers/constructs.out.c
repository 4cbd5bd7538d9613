/* warpcc-transfers: on
   Data constructs in time loops. */
#include "../check.h"
enum { N = 48 };

static void finds(double *a, int n) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += 3;
}

static void maps(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] -= 1;
}

/* Regions in the construct find what it maps, map it again, and stand in called functions. */
static void several(double *a, int n, int steps) {
#line 20
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 20
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n])
    {
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        a[i] += i;
      #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
      for (int i = 0; i < n; i++)
        a[i] *= 2;
      finds(a, n);
      maps(a, n);
      for (int j = 0; j < k; j++)
        finds(a, n);
    }
  }
}

/* Constructs in constructs, and an array that is only read. */
static void nested(double *a, double *b, int n, int steps) {
#line 39
  #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n]) if(0 < steps)
#line 39
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(to: b[0:n])
    {
      #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
      {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
          a[i] += b[i];
      }
    }
  }
}

/* The function has a construct, and is called again and again. */
static void once(double *a, int n) {
  #pragma omp target data map(tofrom: a[0:n])
  {
    finds(a, n);
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
  }
}

static void called(double *a, int n, int steps) {
#line 64
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 64
  for (int k = 0; k < steps; k++)
    once(a, n);
}

/* All of it is written on the device, and read by the host at times. */
static double written(int n, int steps) {
  double *a = malloc(n * sizeof *a), sum = 0;
  FILL(a, n);
#line 72
  #pragma omp target data map(from: a[0:n]) if(0 < steps)
#line 72
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(from: a[0:n])
    {
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        a[i] = i * k;
      finds(a, n);
    }
    if (k % 3 == 1)
      { _Pragma("omp target update from(a[2:1])") sum += a[2]; }
  }
  sum += a[5];
  free(a);
  return sum;
}

/* The device writes what is not copied back: the next step must have the old bytes. */
static void discarded(double *a, double *sum, int n, int steps) {
#line 90
  #pragma omp target data map(tofrom: sum[0:n]) if(0 < steps)
#line 90
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(to: a[0:n]) map(tofrom: sum[0:n])
    {
      maps(a, n);
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        sum[i] += a[i];
    }
  }
}

/* A region in the construct maps other elements: they are copied. */
static void halves(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n / 2])
    {
      #pragma omp target teams distribute parallel for map(tofrom: a[n / 2:n - n / 2])
      for (int i = n / 2; i < n; i++)
        a[i] += 1;
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < n / 2; i++)
        a[i] += 2;
    }
  }
}

/* The host reads what it has while the device has newer bytes. */
static double looked(double *a, int n, int steps) {
  double sum = 0;
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n])
    {
      finds(a, n);
      sum += a[1];
    }
  }
  return sum;
}

/* An update in the construct. */
static double updated(double *a, int n, int steps) {
  double sum = 0;
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n])
    {
      finds(a, n);
      #pragma omp target update from(a[0:n])
      sum += a[1];
      finds(a, n);
    }
  }
  return sum;
}

/* An update of something else does not matter. */
static void beside(double *a, double *b, int n, int steps) {
  #pragma omp target enter data map(to: b[0:n])
  const int most = steps;
#line 148
  #pragma omp target data map(tofrom: a[0:n]) if(0 < most)
#line 148
  for (int k = 0; k < most; k++) {
    maps(a, n);
    #pragma omp target update if(k == 0) from(b[0:n])
  }
  #pragma omp target exit data map(delete: b[0:n])
}

/* The construct may do nothing, or leave the data where it is. */
static void conditional(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n]) if(k % 2)
    maps(a, n);
  }
  for (int k = 0; k < steps; k++) {
    #pragma omp target enter data map(to: a[0:n])
    finds(a, n);
    #pragma omp target exit data map(from: a[0:n])
  }
}

/* The construct maps nothing: the regions do. */
static double empty(int n, int steps) {
  double *a = malloc(n * sizeof *a), sum = 0;
  FILL(a, n);
#line 172
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 172
  for (int k = 0; k < steps; k++)
    maps(a, n);
  #pragma omp target data map(alloc: a[0:0])
  {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
  sum = a[4];
  free(a);
  return sum;
}

/* The region may run on the host, which has old bytes then. */
static void at_home(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n])
    {
      #pragma omp target teams distribute parallel for if(k % 2)
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
  }
}

/* The construct is for another device than the region. */
static void elsewhere(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n]) device(1)
    {
      #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) device(0)
      for (int i = 0; i < n; i++)
        a[i] += 1;
    }
  }
}

/* A return leaves the construct's loop. */
static int left(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(tofrom: a[0:n])
    finds(a, n);
    if (a[0] > 100)
      return k;
  }
  return -1;
}

/* Two buffers are exchanged behind the construct. */
static void exchanged(double *a, double *b, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target data map(to: a[0:n]) map(from: b[0:n])
    {
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
    }
    double *other = a;
    a = b;
    b = other;
  }
}

int main(void) {
  static double a[N], b[N];
  FILL(a, N);
  FILL(b, N);
  for (int steps = 0; steps < 5; steps++) {
    several(a, N, steps); SHOW(a, N);
    nested(a, b, N, steps); SHOW(a, N);
    called(a, N, steps); SHOW(a, N);
    printf("%g\n", written(N, steps));
    halves(a, N, steps); SHOW(a, N);
    printf("%g\n", updated(a, N, steps)); SHOW(a, N);
    beside(a, b, N, steps); SHOW(a, N); SHOW(b, N);
    conditional(a, N, steps); SHOW(a, N);
    printf("%g\n", empty(N, steps));
    printf("%d\n", left(a, N, steps)); SHOW(a, N);
    exchanged(a, b, N, steps); SHOW(a, N); SHOW(b, N);
  }
  if (a[0] == -1) {
    discarded(a, b, N, 2);
    at_home(a, N, 2);
    elsewhere(a, N, 2);
    printf("%g\n", looked(a, N, 2));
  }
  return 0;
}
