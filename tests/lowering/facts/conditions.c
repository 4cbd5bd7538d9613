// The conditions of branches around a region are facts of it; those of the other branch are denied.
#define REGION \
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
  for (int i = 0; i < n; i++) a[i] += k;

void then_branch(int n, int k, double *a) {
  if (n > 4 && !(k < 0 || k >= n)) REGION
}

void else_branch(int n, int k, double *a) {
  if (n <= 0 || k < 0) return;
  else REGION
}

void either_is_none(int n, int k, double *a) {
  if (n > 4 || k > 4) REGION
}

void not_both_is_none(int n, int k, double *a) {
  if (n > 4 && k > 4) return;
  else REGION
}

void only_its_own_variables(int n, int k, int other, double *a) {
  if (n > other && k > 4) REGION
}

int current(void);
void calls(int n, int k, double *a) {
  if (n > current() && k > 4) REGION
}

void changes_in_the_branch(int n, int k, double *a) {
  if (n > 0) {
    n = current();
    REGION
  }
}

void changes_in_the_condition(int n, int k, double *a) {
  if (k > 0 && (k = current()) > 2) REGION
}

void changes_in_the_other_branch(int n, int k, double *a) {
  if (n > 0) {
    REGION
  } else {
    n = current();
  }
}

void unsigned_comparison(int n, unsigned k, double *a) {
  if (n - 1 < k) REGION
}
