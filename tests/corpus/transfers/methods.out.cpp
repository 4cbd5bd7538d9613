// warpcc-transfers: on
// Methods: members of the object, and vectors in it, whose storage belongs to them alone.
#include "../check.h"
#include <utility>
#include <vector>
enum { N = 40 };

class Grid {
  int width, height, steps_done = 0;
  double rate;
  std::vector<double> now, next;

  void advance() {
    const int w = width, h = height;
    const double r = rate, *from = now.data();
    double *to = next.data();
    #pragma omp target teams distribute parallel for collapse(2) map(to: from[0:w * h]) map(from: to[0:w * h]) //~ plan=collapse(2)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        to[y * w + x] = r * from[y * w + x] + (x ? from[y * w + x - 1] : 1);
  }

public:
  Grid(int w, int h, double r) : width(w), height(h), rate(r), now(w * h), next(w * h) {
    for (int i = 0; i < w * h; i++)
      now[i] = i % 9;
  }

  void run(int steps) {
#line 30
    {
#line 30
    __typeof__(this->now.data()) warpcc_this_now = this->now.data();
#line 30
    __typeof__(this->next.data()) warpcc_this_next = this->next.data();
#line 30
    #pragma omp target data map(tofrom: warpcc_this_now[0:(long)this->width * this->height], warpcc_this_next[0:(long)this->width * this->height]) if(1 < steps)
#line 30
    for (int k = 0; k < steps; k++) {
      advance();
      std::swap(now, next);
    }
#line 33
    }
#line 34
  }

  void counted(int steps) {
#line 37
    {
#line 37
    __typeof__(this->now.data()) warpcc_this_now = this->now.data();
#line 37
    __typeof__(this->next.data()) warpcc_this_next = this->next.data();
#line 37
    #pragma omp target data map(tofrom: warpcc_this_now[0:(long)this->width * this->height], warpcc_this_next[0:(long)this->width * this->height]) if(1 < steps)
#line 37
    for (int k = 0; k < steps; k++) {
      advance();
      now.swap(next);
      steps_done++;
    }
#line 41
    }
#line 42
  }

  // The host sets the boundary in each step.
  void bounded(int steps) {
    for (int k = 0; k < steps; k++) {
      advance();
      std::swap(now, next);
      now[0] = k;
    }
  }

  // The extents change.
  void narrowed(int steps) {
    for (int k = 0; k < steps; k++) {
      advance();
      width--;
    }
  }

  void grown(int steps) {
    for (int k = 0; k < steps; k++) {
      advance();
      next.resize(next.size() + 1);
      now.push_back(k);
    }
  }

  // The other grid may be this one.
  void beside(Grid &other, int steps) {
    for (int k = 0; k < steps; k++) {
      advance();
      other.next[k] += 1;
    }
  }

  double sum() const {
    double all = 0;
    for (size_t i = 0; i < now.size(); i++)
      all += now[i] * (1 + i % 3);
    for (double x : next)
      all += x;
    return all + steps_done;
  }
};

// Pointers of the class's own: who has the object may change them.
struct Raw {
  int n;
  double *a, *b;

  void step() {
    double *p = a;
    #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    for (int i = 0; i < n; i++)
      p[i] += i;
  }

  void run(int steps) {
    for (int k = 0; k < steps; k++)
      step();
  }
};

static double of_a_local(int n, int steps) {
  Raw r;
  r.n = n;
  r.a = new double[n];
  r.b = new double[n];
  FILL(r.a, n);
  FILL(r.b, n);
  for (int k = 0; k < steps; k++)
    r.step();
  r.run(steps);
  double all = r.a[1] + r.a[n - 1] + r.b[2];
  delete[] r.a;
  delete[] r.b;
  return all;
}

int main() {
  for (int steps = 0; steps < 4; steps++) {
    Grid g(N, N + 3, 0.5), h(N, N, 0.25);
    g.run(steps);
    printf("%.17g\n", g.sum());
    g.counted(steps);
    printf("%.17g\n", g.sum());
    g.bounded(steps);
    printf("%.17g\n", g.sum());
    g.beside(g, steps);
    g.beside(h, steps);
    printf("%.17g %.17g\n", g.sum(), h.sum());
    g.narrowed(steps);
    printf("%.17g\n", g.sum());
    g.grown(steps);
    printf("%.17g\n", g.sum());
    printf("%.17g\n", of_a_local(N, steps));
  }
  return 0;
}
