// return inside loops of an inlined function: the value is stored, noted, and every loop around it left.
static int first_above(const double *row, int n, double limit) {
  for (int k = 0; k < n; k++)
    if (row[k] > limit) return k;
  return -1;
}

static int find_pair(const int *keys, int n, int sum) {
  int i = 0;
  while (i < n) {
    for (int j = i + 1; j < n; j++) {
      if (keys[j] < 0) continue;
      if (keys[i] + keys[j] == sum) return i * n + j;
    }
    i++;
  }
  i = -n;
  return i;
}

static void clear_until(double *row, int n, double stop) {
  for (int k = 0; k < n; k++) {
    if (row[k] == stop) return;
    row[k] = 0;
  }
  row[0] = stop;
}

static int picked(unsigned long seed) {
  double share[4];
  share[0] = 0.1;
  share[1] = 0.2;
  share[2] = 0.3;
  share[3] = 0.4;
  double roll = (double)(seed % 100) / 100.0;
  for (int i = 0; i < 4; i++) {
    double running = 0;
    for (int j = i; j > 0; j--) running += share[j];
    if (roll < running) return i;
  }
  return 0;
}

void searches(int rows, int n, double *a, int *where, int *keys) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < rows; i++) {
    where[i] = first_above(a + i * n, n, 0.5 * i);
    int pair = find_pair(keys, n, i + 3);
    where[i] += pair;
    clear_until(a + i * n, n, 2.0);
    keys[i] += picked(7 * i + 1);
  }
}

// A loop that may end without a value, and a jump out of both loops.
static int missing(const int *keys, int n) {
  for (int k = 0; k < n; k++)
    if (keys[k] == n) return k;
}

static int escaping(const int *keys, int n) {
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) {
      if (keys[k] == j) goto out;
      if (keys[j] == k) return k;
    }
out:
  return n;
}

void refused_searches(int n, int *keys) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    keys[i] += missing(keys, n);
    keys[i] -= escaping(keys, n);
  }
}

#ifdef TRACE
void trace(void) {
  double *a = doubles(24);
  int *where = ints(8), *keys = ints(8);
  for (int k = 0; k < 24; k++) a[k] = k % 5;
  for (int k = 0; k < 8; k++) keys[k] = k % 4 - 1;
  searches(4, 6, a, where, keys);
}
#endif
