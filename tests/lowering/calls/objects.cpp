// Braced lists, constructors and operators make objects, whose members are assigned; a destructor or a virtual method is an effect.
struct Quad {
  unsigned char x, y, z, w;
};
inline Quad operator^(Quad a, Quad b) {
  return {(unsigned char)(a.x ^ b.x), (unsigned char)(a.y ^ b.y), (unsigned char)(a.z ^ b.z), (unsigned char)(a.w ^ b.w)};
}
static Quad look(const unsigned char *table, Quad at) {
  return {table[at.x], table[at.y], table[at.z], table[at.w]};
}
void lists(Quad *q, const unsigned char *table, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    q[i] = {table[i], 1, 2, 3};
    q[i] = look(table, q[i]);
    q[i] = q[i] ^ Quad{table[1], table[2]};
    Quad r = {q[i].w};
    q[i].y = look(table, r).z;
  }
}

struct Vector {
  float x, y, z;
  float unit = 1;
  Vector() : Vector(0, 0, 0) {}
  Vector(float a) : x(a), y(a), z(a) {}
  Vector(float a, float b, float c = 4) {
    x = a;
    y = b;
    z = c;
  }
  Vector operator+(const Vector &o) const { return Vector(x + o.x, y + o.y, z + o.z); }
  Vector &operator+=(const Vector &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  float dot(Vector o) const { return x * o.x + y * o.y + z * o.z; }
};
inline Vector operator*(float s, Vector v) { return Vector(s * v.x, s * v.y, s * v.z); }
template <typename T> struct Pair {
  T first, second;
  Pair(T a, T b) : first(a), second(b) {}
  Pair swapped() const { return Pair(second, first); }
};
void constructors(Vector *v, float *out, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 1; i < n; i++) {
    Vector a(v[i].x, 2), b(3.0f);
    v[i] = a + 2.0f * b + v[i - 1];
    v[i] += Vector(out[i]);
    out[i] = (a + v[i]).dot(b);
    Pair<float> p(out[i], out[i - 1]);
    out[i] = p.swapped().first;
  }
}

struct Owner {
  int x;
  Owner(int a) : x(a) {}
  ~Owner() { x = 0; }
};
struct Base {
  int x;
  Base(int a) : x(a) {}
  virtual int get() { return x; }
};
void refused_objects(int *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    Owner o(i);
    Base b(i);
    a[i] = o.x + b.x;
  }
}
#ifdef TRACE
void trace(void) {
  unsigned char *table = (unsigned char *)storage(256);
  for (int i = 0; i < 256; i++)
    table[i] = (unsigned char)(i * 7 + 3);
  lists((Quad *)storage(20), table, 5);
  constructors((Vector *)storage(6 * sizeof(Vector)), floats(6), 6);
}
#endif
