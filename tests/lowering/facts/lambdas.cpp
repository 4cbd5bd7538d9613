// A lambda may run before what stands behind it: nothing that the function defines or tests around it is a fact of a region in it.
#define REGION \
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
  for (int i = 0; i < n; i++) a[i] += k;

void changed_between_calls(int n, double *a) {
  int k = 1;
  auto add = [&] { REGION };
  add();
  k = 3;
  add();
}

void tested_between_calls(int n, int k, double *a) {
  auto add = [&] { REGION };
  add();
  if (k < 3) return;
  add();
}

void tested_inside(int n, int k, double *a) {
  auto add = [&] { if (k > 3) REGION };
  add();
}

void never_changed(int n, double *a) {
  int k = 4;
  auto add = [&] { REGION };
  add();
}
