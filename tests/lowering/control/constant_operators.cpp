// warpcc-flags: -std=c++17
// Labels of a `case`, and conditions known at compile time, are the operators that they are written with: each counts once.
constexpr int minus(int x) { return -x; }
constexpr bool simple = false;
enum { STEP = -1 };

#define REGION \
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
  for (int i = 0; i < n; i++)

void labels(int n, int *a) {
  REGION switch (a[i]) {
    case -1: a[i] = 1; break;
    case ~3: a[i] = 2; break;
    case !5: a[i] = 3; break;
    case 1 - 9: a[i] = 4; break;
    case STEP - 1: a[i] = 5; break;
    case -(12): a[i] = 6; break;
    case - -7: a[i] = 7; break;
    case (int)-9L: a[i] = 8; break;
    case true ? 10 : 11: a[i] = 9; break;
    default: a[i] = 0;
  }
}

#define NEGATED - -

void from_macros(int n, int *a) {
  REGION switch (a[i]) {
    case NEGATED 3: a[i] = 1; break;
    case NEGATED -4: a[i] = 2; break;
  }
}

void of_functions(int n, int *a) {
  REGION switch (a[i]) {
    case -minus(5): a[i] = 1; break;
    case minus(6): a[i] = 2; break;
  }
}

void conditions(int n, int *a) {
  REGION {
    if constexpr (!simple) a[i] = -1;
    else a[i] = 1;
  }
}

void around(int n, int k, int *a) {
  switch (k) {
    case -1:
      REGION a[i] += k;
      break;
    case 1: a[0] = 1;
  }
}
