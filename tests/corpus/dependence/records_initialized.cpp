/* warpcc-flags: -std=c++17 */
/* A record that begins as a copy of another holds what that iteration read: its members are no fixed numbers. Where two
   iterations find one index there, they meet. */
#include "../check.h"
struct Place { int at, other; };
static inline Place found(const Place *places, int k) {
  Place result;
  result.at = places[k].at;
  result.other = 0;
  return result;
}
static inline int first(Place place) { return place.at; }

static void copied(double *__restrict sum, const Place *__restrict places, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: sum[0:n * m]) map(to: places[0:m]) //~ plan=none WC208
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) { //~ k=unknown
      Place place = places[k];
      sum[i * m + k + place.at] += k;
    }
}

static void returned(double *__restrict sum, const Place *__restrict places, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: sum[0:n * m]) map(to: places[0:m]) //~ plan=none WC208
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) { //~ k=unknown
      Place place = found(places, k);
      sum[i * m + k + place.at] += k;
    }
}

static void passed(double *__restrict sum, const Place *__restrict places, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: sum[0:n * m]) map(to: places[0:m]) //~ plan=none WC208
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) //~ k=unknown
      sum[i * m + k + first(places[k])] += k;
}

static void ranged(double *__restrict sum, const Place (&places)[8], int n) {
  #pragma omp target teams distribute parallel for map(tofrom: sum[0:n * 8]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (auto place : places)
      sum[i * 8 + place.at] += place.other;
}

int main() {
  static double sum[33 * 8];
  static Place places[8];
  for (int k = 0; k < 8; k++) places[k] = {k == 0 ? 7 : -k + k / 2, k};
  for (int i = 0; i < 33 * 8; i++) sum[i] = i;
  copied(sum, places, 33, 8);
  returned(sum, places, 33, 8);
  passed(sum, places, 33, 8);
  ranged(sum, places, 33);
  SHOW(sum, 33 * 8);
  return 0;
}
