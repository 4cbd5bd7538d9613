// warpcc-flags: -std=c++20
// An assignment of C++ is the variable, to which a reference may be bound; a reference may have qualifiers; and libclang does not show all that names
// a variable. None of the variables keeps its value there. Where an assignment is read or dropped, it does.
#include <utility>

#define REGION \
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
  for (int i = 0; i < n; i++) a[i] += k;

void changes(int &);
void changes_volatile(volatile int &);
double *other(double *&);
struct Keeps { int &kept; Keeps(int &own) : kept(own) {} };

void bound(int n, double *a) { int k; changes(k = 3); REGION }
void swapped(int n, double *a) { int k, m; std::swap(m = -1, k = 3); REGION }
void incremented(int n, double *a) { int k = 2; changes(++k); REGION }
void kept(int n, double *a) { int k; Keeps own(k = 3); own.kept = 5; REGION }
int &returned(int n, double *a) { static int k; REGION return k = 3; }
void volatile_reference(int n, double *a) { int k = 3; volatile int &r = k; r = -1; REGION }
void volatile_parameter(int n, double *a) { int k = 3; changes_volatile(k); REGION }
void captured(int n, double *a) { int k = 3; auto set = [&r = k] { r = -1; }; set(); REGION }
void switched(int n, int m, double *a) { int k = 3; switch (k = -1; m) { default: m = 2; } REGION }
void ranged(int n, int m, double *a) { int k = 3; int all[] = {1, 2}; for (k = -1; int x : all) m += x; REGION }

void read(int n, int m, double *a) { int k; m = (k = 3); REGION }
void dropped(int n, int m, double *a) { int k; (void)(k = 3), m++; REGION }
void tested(int n, int m, double *a) { int k; if ((k = m) < 3) return; REGION }
void postfix(int n, int m, double *a) { int k = 3, l = 4; changes(m = l++); REGION }
void captured_plainly(int n, double *a) { int k = 3; auto get = [=, &a] { return k + a[0]; }; get(); REGION }
