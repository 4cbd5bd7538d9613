/* warpcc-flags: -std=c11 */
#include "../check.h"

/* Forward elimination along j: k and i are independent, i is the one that coalesces (Fig. 12). */
static void eliminate(int nz, int ny, int nx, double (*lhs)[ny][nx][5], double (*rhs)[nz][ny][nx]) {
  int j1, j2;
  #pragma omp target teams distribute parallel for collapse(2) private(j1, j2) map(tofrom: lhs[0:nz], rhs[0:3])
  for (int k = 1; k <= nz - 2; k++) {
    for (int i = 1; i <= nx - 2; i++) {
#line 12
      for (int j = 0; j <= ny - 3; j++) { //~ i=proved
#line 10
        j1 = j + 1;
#line 11
        j2 = j + 2;
#line 13
        double fac = 1.0 / (lhs[k][j][i][2] + 64);
        lhs[k][j][i][3] = fac * lhs[k][j][i][3];
        lhs[k][j1][i][2] = lhs[k][j1][i][2] - lhs[k][j1][i][1] * lhs[k][j][i][3];
        lhs[k][j2][i][1] = lhs[k][j2][i][1] - lhs[k][j2][i][0] * lhs[k][j][i][3];
        for (int m = 0; m < 3; m++) {
          rhs[m][k][j][i] = fac * rhs[m][k][j][i];
          rhs[m][k][j1][i] = rhs[m][k][j1][i] - lhs[k][j1][i][1] * rhs[m][k][j][i];
        }
      }
    }
  }
}

static void solve(int gp0, int gp1, int gp2, double (*rhs)[gp1][gp0]) {
  int j1;
  #pragma omp target teams distribute parallel for collapse(2) private(j1) map(tofrom: rhs[0:gp2])
  for (int k = 1; k <= gp2 - 2; k++) { //~ plan=interchange(k,i,j)+collapse(2)+sink(31)
    for (int i = 1; i <= gp0 - 2; i++) { //~ j=carried
#line 32
      for (int j = 0; j <= gp1 - 3; j++) { //~ i=proved
#line 31
        j1 = j + 1;
#line 33
        rhs[k][j1][i] = rhs[k][j1][i] - 2 * rhs[k][j][i];
      }
    }
  }
}

int main(void) {
  int nz = 9, ny = 12, nx = 34;
  double *lhs = malloc(sizeof(double) * nz * ny * nx * 5);
  double *rhs = malloc(sizeof(double) * 3 * nz * ny * nx);
  FILL(lhs, nz * ny * nx * 5);
  FILL(rhs, 3 * nz * ny * nx);
  eliminate(nz, ny, nx, (double (*)[ny][nx][5])lhs, (double (*)[nz][ny][nx])rhs);
  SHOW(lhs, nz * ny * nx * 5);
  SHOW(rhs, 3 * nz * ny * nx);
  FILL(rhs, nz * ny * nx);
  solve(nx, ny, nz, (double (*)[ny][nx])rhs);
  SHOW(rhs, nz * ny * nx);
  return 0;
}
