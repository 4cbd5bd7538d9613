/* warpcc-flags: -std=c11 */
/* What a variable was once defined to be need not be what it is when the region begins: each of these takes a test. */
#include "../check.h"

enum { N = 40 * 40 };

/* What the pitch was computed from has changed since. */
static void outdated(double *c, int nb, int n, int m) {
  int w = 2 * m;
  m += 2;
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = (__int128)w >= (__int128)2 * m;
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < 2 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 12
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < 2 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
}

/* So has a variable between. */
static void link(double *c, int nb, int n, int m) {
  int half = m;
  half -= 1;
  int w = 2 * half;
#line 23
  {
#line 23
    #pragma clang diagnostic push
#line 23
    #pragma clang diagnostic ignored "-Weverything"
#line 23
    int warpcc_holds = (__int128)w >= (__int128)2 * m;
#line 23
    #pragma clang diagnostic pop
#line 23
    if (warpcc_holds) {
#line 23
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < 2 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 27
    } else {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 23
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 24
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < 2 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 27
    #pragma clang diagnostic pop
#line 27
    }
#line 27
  }
#line 28
}

/* Not on every way to the region. */
static void chosen(double *c, int nb, int n, int m, int wide) {
  int w = 3;
  if (wide)
    w = m + 1;
#line 35
  {
#line 35
    #pragma clang diagnostic push
#line 35
    #pragma clang diagnostic ignored "-Weverything"
#line 35
    int warpcc_holds = (__int128)w >= (__int128)m;
#line 35
    #pragma clang diagnostic pop
#line 35
    if (warpcc_holds) {
#line 35
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 39
    } else {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Weverything"
#line 35
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 36
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 39
    #pragma clang diagnostic pop
#line 39
    }
#line 39
  }
#line 40
}

/* In the next turn the variable is another one. */
static void growing(double *c, int nb, int n, int m) {
  int w = m;
  for (int t = 0; t < 3; t++) {
#line 46
    {
#line 46
      #pragma clang diagnostic push
#line 46
      #pragma clang diagnostic ignored "-Weverything"
#line 46
      int warpcc_holds = (__int128)w >= (__int128)m;
#line 46
      #pragma clang diagnostic pop
#line 46
      if (warpcc_holds) {
#line 46
    #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
    for (int b = 0; b < nb; b++)      //~ plan=collapse(3) WC109
      for (int i = 0; i < n; i++)     //~ i=carried
        for (int j = 0; j < m; j++)
          c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 50
      } else {
#line 50
      #pragma clang diagnostic push
#line 50
      #pragma clang diagnostic ignored "-Weverything"
#line 46
    #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 47
    for (int b = 0; b < nb; b++)      //~ plan=collapse(3) WC109
      for (int i = 0; i < n; i++)     //~ i=carried
        for (int j = 0; j < m; j++)
          c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 50
      #pragma clang diagnostic pop
#line 50
      }
#line 50
    }
#line 51
    w--;
  }
}

static void halve(int *pitch) { *pitch /= 2; }

/* A function changes it through its address. */
static void escaping(double *c, int nb, int n, int m) {
  int w = m;
  halve(&w);
#line 61
  {
#line 61
    #pragma clang diagnostic push
#line 61
    #pragma clang diagnostic ignored "-Weverything"
#line 61
    int warpcc_holds = (__int128)w >= (__int128)m;
#line 61
    #pragma clang diagnostic pop
#line 61
    if (warpcc_holds) {
#line 61
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 65
    } else {
#line 65
    #pragma clang diagnostic push
#line 65
    #pragma clang diagnostic ignored "-Weverything"
#line 61
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 62
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 65
    #pragma clang diagnostic pop
#line 65
    }
#line 65
  }
#line 66
}

/* A narrow type holds a part of the value. */
static void narrow(double *c, int nb, int n, int m) {
  unsigned char w = 16 * m;
#line 71
  {
#line 71
    #pragma clang diagnostic push
#line 71
    #pragma clang diagnostic ignored "-Weverything"
#line 71
    int warpcc_holds = (__int128)w >= (__int128)16 * m;
#line 71
    #pragma clang diagnostic pop
#line 71
    if (warpcc_holds) {
#line 71
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 16 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 75
    } else {
#line 75
    #pragma clang diagnostic push
#line 75
    #pragma clang diagnostic ignored "-Weverything"
#line 71
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 72
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 16 * m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 75
    #pragma clang diagnostic pop
#line 75
    }
#line 75
  }
#line 76
}

/* It is what it is defined to be, and that is too little. */
static void little(double *c, int nb, int n, int m) {
  int w = m - 1;
#line 81
  {
#line 81
    #pragma clang diagnostic push
#line 81
    #pragma clang diagnostic ignored "-Weverything"
#line 81
    int warpcc_holds = (__int128)m >= 32;
#line 81
    #pragma clang diagnostic pop
#line 81
    if (warpcc_holds) {
#line 81
  #pragma omp target teams distribute map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=teams(j) WC205
#line 83
    #pragma omp parallel firstprivate(b)
#line 83
    for (int i = 0; i < n; i++)       //~ i=carried
#line 84
      #pragma omp for
#line 84
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 85
    } else {
#line 85
    #pragma clang diagnostic push
#line 85
    #pragma clang diagnostic ignored "-Weverything"
#line 81
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 82
  for (int b = 0; b < nb; b++)        //~ plan=teams(j) WC205
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 85
    #pragma clang diagnostic pop
#line 85
    }
#line 85
  }
#line 86
}

int main(void) {
  double x[N];
  FILL(x, N);
  outdated(x, 4, 5, 6);
  link(x, 4, 5, 6);
  chosen(x, 4, 9, 10, 0);
  chosen(x, 4, 9, 10, 1);
  growing(x, 4, 9, 10);
  escaping(x, 4, 9, 10);
  narrow(x, 1, 9, 16);
  narrow(x, 1, 9, 2);
  little(x, 4, 9, 10);
  SHOW(x, N);
  return 0;
}
