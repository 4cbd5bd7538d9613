// The bounds of loops around a region are facts of it, where nothing changes their variables in between.
#define REGION \
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
  for (int i = 0; i < n; i++) a[i] += k;

void both_bounds(int n, int m, double *a) {
  for (int k = m; k < n - 1; k++) {
    if (k == 3) continue;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] += k + m;
  }
}

void downwards(int n, double *a) {
  for (int k = n - 1; k > 0; --k) REGION
}

void assigned_before(int n, double *a) {
  int k;
  for (k = 0; k < n; k += 1) REGION
}

void by_two(int n, double *a) {
  for (int k = 0; k < n; k += 2) REGION
}

void not_equal(int n, double *a) {
  for (int k = 0; k != n; k++) REGION
}

void unsigned_counter(unsigned n, double *a) {
  for (unsigned k = 4; k < n; k++) REGION
}

void unsigned_counter_wraps(unsigned n, double *a) {
  for (unsigned k = 4; k <= n; k++) REGION
}

void wide_bound_wraps(unsigned long n, double *a) {
  for (unsigned k = 4; k < n; k++) REGION
}

void short_counter_wraps(int n, double *a) {
  for (short k = 4; k < n; k++) REGION
}

void counter_changes_before(int n, double *a) {
  for (int k = 0; k < n; k++) {
    k -= 3;
    REGION
  }
}

void bound_changes_behind(int n, double *a) {
  for (int k = 0; k < n; k++) {
    REGION
    n--;
  }
}

void region_changes_counter(int n, double *a) {
  for (int k = 0; k < n; k++)
#pragma omp target teams map(tofrom: a[0:n], k)
  {
    a[k] = n;
    k = 9;
  }
}

void sets(int *);
void address_taken(int n, double *a) {
  for (int k = 0; k < n; k++) {
    sets(&k);
    REGION
  }
}

void volatile_counter(int n, double *a) {
  for (volatile int k = 0; k < n; k++) REGION
}

void static_counter(int n, double *a) {
  static int k;
  for (k = 0; k < n; k++) REGION
}

int bound;
void global_bound(int n, double *a) {
  for (int k = bound; k < bound + n; k++) REGION
}

void device_copy(int n, double *a) {
  int k = 5;
#pragma omp target data map(to: k)
  for (k = 0; k < n; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: k)
    for (int i = 0; i < n; i++) a[i] += k;
  }
}

void entered_by_goto(int n, double *a) {
  int k = -4;
  goto inside;
  for (k = 0; k < n; k++) {
  inside:
    REGION
  }
}

void entered_by_switch(int n, double *a) {
  int k = -4;
  switch (n) {
    for (k = 0; k < n; k++) {
    case 7:
      REGION
    }
  }
}

void two_counters(int n, double *a) {
  for (int k = 0, l = 1; k < n; k++, l++) REGION
}

void starts_from_itself(int n, int k, double *a) {
  for (k = k + 1; k < n; k++) REGION
}

void in_a_parallel_construct(int n, double *a) {
#pragma omp parallel
  for (int k = 0; k < n; k++) REGION
}

void around_a_parallel_construct(int n, double *a) {
  for (int k = 0; k < n; k++) {
#pragma omp parallel
    { REGION }
  }
}

// A clause changes the counter between the test and the second region: no assignment in the text does.
void updated_from_the_device(int n, double *a) {
  int u = 4;
#pragma omp target data map(alloc: u)
  if (u > 0) {
#pragma omp target update from(u)
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] += u;
  }
}

void written_behind_a_loop(int n, double *a) {
  int last = 4;
  if (last > 0) {
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < n; i++) last = -i;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] += last;
  }
}

void linear_behind_a_loop(int n, double *a) {
  int line = 4;
  if (line > 0) {
#pragma omp parallel for linear(line : -3)
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] += line;
  }
}

void mapped_back(int n, double *a) {
  int back = 4;
  if (back > 0) {
#pragma omp target map(from: back)
    { int *p = &n; }
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) a[i] += back;
  }
}

void length_of_a_section(int m, double *a) {
  if (m > 7) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:m])
    for (int i = 0; i < m; i++) a[i] += m;
  }
}
