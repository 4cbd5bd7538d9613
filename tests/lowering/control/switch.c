// A switch whose groups end it is a chain of ifs: several labels, a default in the middle, enumerators, `continue` inside; one that runs on repeats the next.
enum kind { WALL, FLUID = 3, GAS };
void chosen(int n, const int *k, double *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    switch (k[i]) {
    case WALL: a[i] = 1; break;
    default: a[i + 1] += 2; break;
    case FLUID:
    case GAS: {
      double t = a[i];
      a[i] = t * t;
      break;
    }
    case 2: continue;
    }
    switch (i & 1) {
    case 1:
      for (int j = 0; j < 2; j++) {
        if (j) break;
        a[j] += 5;
      }
    }
  }
}

void fall_through(int n, double *a) {
#pragma omp target
  switch (n) {
  case 0: a[0] = 1;
  case 1: a[1] = 2;
  }
}

void refused_inner_break(int n, double *a) {
#pragma omp target
  switch (n) {
  case 0:
    if (a[0] > 0) break;
    a[1] = 2;
  }
}

#ifdef TRACE
void trace(void) {
  chosen(9, ints(9), doubles(11));
  fall_through(0, doubles(2));
  fall_through(1, doubles(2));
}
#endif
