// What a parameter points to that gets the address of a scalar is the scalar; a pointer that moves, or that is read as another type, points to it.
typedef unsigned long word;

static double drawn(word *state) {
  *state = (*state * 1103515245 + 12345) & 2147483647;
  return (double)*state / 2147483648.0;
}

static void split(double x, double *whole, double *part) {
  *whole = (double)(long)x;
  *part = x - *whole;
}

static void swap(int *a, int *b) {
  int kept = *a;
  *a = b[0];
  b[0] = kept;
}

static int twice(int *p) { swap(p, p); return *p + p[0]; }

static int moved(int *p) {
  int first = *p++;
  return first;
}

static int beside(int *p) { int first = p[1]; return first; }

static int byte(void *p) { int first = *(unsigned char *)p; return first; }

void understood(double *x, int *y, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    word seed = i;
    double whole, part;
    double first = drawn(&seed);
    split(3 * first, &whole, &part);
    int a = i, b = 2 * i;
    swap(&a, &b);
    x[i] = whole + part;
    y[i] = a - b;
  }
}

void one_twice(int *y, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int a = i;
    y[i] = twice(&a);
  }
}

void refused(int *y, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    int a = i, b = i + 1, c = i;
    y[i] = moved(&a);
    y[i] += beside(&b);
    y[i] += byte(&c);
  }
}

#ifdef TRACE
void trace(void) {
  understood(doubles(8), ints(8), 8);
  one_twice(ints(8), 8);
}
#endif
