/* warpcc-flags: -std=c11 */
/* Conditions that stay between their loops. */
#include "../check.h"

enum { N = 40 };
static double a[N][N], b[N][N];
static int d[N * N], keep[N], last[N];

/* The inner loop writes what the condition reads: the row's element of column k, in its iteration k. */
static void in_place(int n, int k) {
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = (__int128)n >= 32;
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute map(tofrom: d) //~ plan=teams(j) WC206
  for (int i = 0; i < n; i++)
    if (d[i * n + k] < 90)
#line 14
      #pragma omp parallel for firstprivate(i)
#line 14
      for (int j = 0; j < n; j++)
        d[i * n + j] = d[i * n + j] + 1;
#line 15
    } else {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for map(tofrom: d) //~ plan=teams(j) WC206
#line 12
  for (int i = 0; i < n; i++)
    if (d[i * n + k] < 90)
      for (int j = 0; j < n; j++)
        d[i * n + j] = d[i * n + j] + 1;
#line 15
    #pragma clang diagnostic pop
#line 15
    }
#line 15
  }
#line 16
}

/* A variable of the condition changes behind it. */
static void changed(int n) {
#line 20
  {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 20
    int warpcc_holds = (__int128)n >= 32;
#line 20
    #pragma clang diagnostic pop
#line 20
    if (warpcc_holds) {
#line 20
  #pragma omp target teams distribute map(tofrom: a) map(to: keep) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    int own = keep[i];
    if (own > 0) {
      own = own - 2;
#line 25
      #pragma omp parallel for firstprivate(i, own)
#line 25
      for (int j = 0; j < n; j++)
        a[i][j] += own;
    }
  }
#line 28
    } else {
#line 28
    #pragma clang diagnostic push
#line 28
    #pragma clang diagnostic ignored "-Weverything"
#line 20
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: keep) //~ plan=teams(j)
#line 21
  for (int i = 0; i < n; i++) {
    int own = keep[i];
    if (own > 0) {
      own = own - 2;
      for (int j = 0; j < n; j++)
        a[i][j] += own;
    }
  }
#line 28
    #pragma clang diagnostic pop
#line 28
    }
#line 28
  }
#line 29
}

/* The other branch. */
static void otherwise(int n) {
#line 33
  {
#line 33
    #pragma clang diagnostic push
#line 33
    #pragma clang diagnostic ignored "-Weverything"
#line 33
    int warpcc_holds = (__int128)n >= 32;
#line 33
    #pragma clang diagnostic pop
#line 33
    if (warpcc_holds) {
#line 33
  #pragma omp target teams distribute map(tofrom: a, last) map(to: keep) //~ WC201
  for (int i = 0; i < n; i++)
    if (keep[i])
#line 36
      #pragma omp parallel for firstprivate(i)
#line 36
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
    else
      last[i] = 1;
#line 39
    } else {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Weverything"
#line 33
  #pragma omp target teams distribute parallel for map(tofrom: a, last) map(to: keep) //~ WC201
#line 34
  for (int i = 0; i < n; i++)
    if (keep[i])
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
    else
      last[i] = 1;
#line 39
    #pragma clang diagnostic pop
#line 39
    }
#line 39
  }
#line 40
}

/* A statement behind the loop, in the condition and behind it. */
static void behind(int n) {
#line 44
  {
#line 44
    #pragma clang diagnostic push
#line 44
    #pragma clang diagnostic ignored "-Weverything"
#line 44
    int warpcc_holds = (__int128)n >= 32;
#line 44
    #pragma clang diagnostic pop
#line 44
    if (warpcc_holds) {
#line 44
  #pragma omp target teams distribute map(tofrom: a, last) map(to: keep) //~ WC201
  for (int i = 0; i < n; i++)
    if (keep[i]) {
#line 47
      #pragma omp parallel for firstprivate(i)
#line 47
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
      last[i] = 1;
    }
#line 50
    } else {
#line 50
    #pragma clang diagnostic push
#line 50
    #pragma clang diagnostic ignored "-Weverything"
#line 44
  #pragma omp target teams distribute parallel for map(tofrom: a, last) map(to: keep) //~ WC201
#line 45
  for (int i = 0; i < n; i++)
    if (keep[i]) {
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
      last[i] = 1;
    }
#line 50
    #pragma clang diagnostic pop
#line 50
    }
#line 50
  }
#line 51
  #pragma omp target teams distribute parallel for map(tofrom: a, last) map(to: keep) //~ WC201
  for (int i = 0; i < n; i++) {
    if (keep[i])
      for (int j = 0; j < n; j++)
        a[i][j] += 1;
    last[i] += 1;
  }
}

/* The condition keeps the loop from dividing by zero, from running on, from reading what is not there. */
static void guards(int n, int m, const int *restrict ends) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ WC201
  for (int i = 0; i < n; i++)
    if (m != 0)
      for (int j = 0; j < n / m; j++)
        a[i][j] += 1;
#line 67
  {
#line 67
    #pragma clang diagnostic push
#line 67
    #pragma clang diagnostic ignored "-Weverything"
#line 67
    int warpcc_holds = (__int128)m >= 32;
#line 67
    #pragma clang diagnostic pop
#line 67
    if (warpcc_holds) {
#line 67
  #pragma omp target teams distribute map(tofrom: a) //~ WC201
  for (int i = 0; i < n; i++)
    if (m > 0 && m < n)
#line 70
      #pragma omp parallel for firstprivate(i)
#line 70
      for (int j = 0; j != m; j++)
        a[i][j] += 1;
#line 71
    } else {
#line 71
    #pragma clang diagnostic push
#line 71
    #pragma clang diagnostic ignored "-Weverything"
#line 67
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ WC201
#line 68
  for (int i = 0; i < n; i++)
    if (m > 0 && m < n)
      for (int j = 0; j != m; j++)
        a[i][j] += 1;
#line 71
    #pragma clang diagnostic pop
#line 71
    }
#line 71
  }
#line 72
  {
#line 72
    #pragma clang diagnostic push
#line 72
    #pragma clang diagnostic ignored "-Weverything"
#line 72
    int warpcc_holds = (__int128)m >= 32;
#line 72
    #pragma clang diagnostic pop
#line 72
    if (warpcc_holds) {
#line 72
  #pragma omp target teams distribute map(tofrom: a) //~ WC201
  for (int i = 0; i < n; i++)
    if (m >= 0)
#line 75
      #pragma omp parallel for firstprivate(i)
#line 75
      for (int j = 0; j < (unsigned)m; j++)
        a[i][j] += 1;
#line 76
    } else {
#line 76
    #pragma clang diagnostic push
#line 76
    #pragma clang diagnostic ignored "-Weverything"
#line 72
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ WC201
#line 73
  for (int i = 0; i < n; i++)
    if (m >= 0)
      for (int j = 0; j < (unsigned)m; j++)
        a[i][j] += 1;
#line 76
    #pragma clang diagnostic pop
#line 76
    }
#line 76
  }
#line 77
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: ends[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    if (i < m)
      for (int j = 0; j < ends[i]; j++)
        a[i][j] += 1;
}

/* A name that means something else further in. */
static void shadowed(int n, int k) {
#line 86
  {
#line 86
    #pragma clang diagnostic push
#line 86
    #pragma clang diagnostic ignored "-Weverything"
#line 86
    int warpcc_holds = (__int128)n >= 32;
#line 86
    #pragma clang diagnostic pop
#line 86
    if (warpcc_holds) {
#line 86
  #pragma omp target teams distribute map(tofrom: b) //~ WC201
  for (int i = 0; i < n; i++)
    if (i % 3 != k)
#line 89
      #pragma omp parallel for firstprivate(i)
#line 89
      for (int j = 0; j < n; j++) {
        int k = j % 2;
        b[i][j] += k;
      }
#line 92
    } else {
#line 92
    #pragma clang diagnostic push
#line 92
    #pragma clang diagnostic ignored "-Weverything"
#line 86
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ WC201
#line 87
  for (int i = 0; i < n; i++)
    if (i % 3 != k)
      for (int j = 0; j < n; j++) {
        int k = j % 2;
        b[i][j] += k;
      }
#line 92
    #pragma clang diagnostic pop
#line 92
    }
#line 92
  }
#line 93
}

/* An effect in the condition, and a macro that is all of it. */
#define UNLESS(x) if (!(x))
static void odd(int n, int k) {
#line 98
  {
#line 98
    #pragma clang diagnostic push
#line 98
    #pragma clang diagnostic ignored "-Weverything"
#line 98
    int warpcc_holds = (__int128)n >= 32;
#line 98
    #pragma clang diagnostic pop
#line 98
    if (warpcc_holds) {
#line 98
  #pragma omp target teams distribute map(tofrom: b) firstprivate(k) //~ WC201
  for (int i = 0; i < n; i++) {
    int own = i;
    if (own++ % 3 != k)
#line 102
      #pragma omp parallel for firstprivate(i, own)
#line 102
      for (int j = 0; j < n; j++)
        b[i][j] += own;
  }
#line 104
    } else {
#line 104
    #pragma clang diagnostic push
#line 104
    #pragma clang diagnostic ignored "-Weverything"
#line 98
  #pragma omp target teams distribute parallel for map(tofrom: b) firstprivate(k) //~ WC201
#line 99
  for (int i = 0; i < n; i++) {
    int own = i;
    if (own++ % 3 != k)
      for (int j = 0; j < n; j++)
        b[i][j] += own;
  }
#line 104
    #pragma clang diagnostic pop
#line 104
    }
#line 104
  }
#line 105
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ WC201
  for (int i = 0; i < n; i++)
    UNLESS(i == k)
      for (int j = 0; j < n; j++)
        b[i][j] += 2;
}

/* A comment in the condition is lost; an empty statement behind the loop keeps the text where it is. */
static void text(int n, int k) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=collapse(2)+guard(116)
  for (int i = 0; i < n; i++)
    
      for (int j = 0; j < n; j++)
#line 116
        if (i != k )
#line 118
        b[i][j] += 3;
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    if (i != k) {
      for (int j = 0; j < n; j++)
        b[i][j] += 3;
      ;
    }
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  FILL(d, N * N);
  int ends[N];
  for (int i = 0; i < N; i++) {
    keep[i] = i % 3;
    ends[i] = i;
  }
  in_place(N, 3);
  changed(N);
  otherwise(N);
  behind(N);
  guards(N, 2, ends);
  guards(N, 0, ends);
  shadowed(N, 1);
  odd(N, 1);
  text(N, 4);
  SHOW(d, N * N);
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  SHOW(last, N);
  return 0;
}
