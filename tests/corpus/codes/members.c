/* Records that are used whole: each access alone asks for 32 sectors, and all of them together need each byte.
   warpcc-report: whole */

typedef struct {
  double x, y, z, m;
} body;

/* Three of four members of its own body, and all of the others'. */
static void forces(int n, const body *restrict p, double (*restrict f)[3]) {
  #pragma omp target teams distribute parallel for map(to: p[0:n]) map(from: f[0:n]) //~ plan=none WC103 !WC101
  for (int i = 0; i < n; i++) {
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
      double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
      double q = dx * dx + dy * dy + dz * dz + 1e-3;
      ax += p[j].m / q * dx;
      ay += p[j].m / q * dy;
      az += p[j].m / q * dz;
    }
    f[i][0] = ax;
    f[i][1] = ay;
    f[i][2] = az;
  }
}

/* One of four members: three quarters of each sector are for nothing. */
static void masses(int n, const body *restrict p, double *restrict mass) {
  #pragma omp target teams distribute parallel for map(to: p[0:n]) map(from: mass[0:n]) //~ plan=none WC101 WC214
  for (int i = 0; i < n; i++)
    mass[i] = p[i].m;
}

#include <stdio.h>

int main(void) {
  enum { N = 40 };
  static body p[N];
  static double f[N][3], mass[N];
  double sum = 0;
  for (int i = 0; i < N; i++)
    p[i] = (body){i % 7, i % 5, i % 3, 1 + i % 2};
  forces(N, p, f);
  masses(N, p, mass);
  for (int i = 0; i < N; i++)
    sum += f[i][0] + 2 * f[i][1] + 3 * f[i][2] + mass[i];
  printf("%.6f\n", sum);
}
