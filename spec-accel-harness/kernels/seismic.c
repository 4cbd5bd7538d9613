/* Elastic waves in two dimensions (P and SV) on a staggered grid of velocities and stresses (Virieux
 * 1986) in a layered medium, with the convolutional absorbing layer of Komatitsch and Martin (2007) on
 * all sides, single precision. x is the contiguous index. vx and vz stand half a cell east and south of
 * the normal stresses, the shear stress both. */
#include "bench.h"

#define NX 256
#define NZ 224
#define LAYER 16
#define DT 0.0008f
#define H 5.0f

typedef float field[NZ][NX];

static field lambda, mu, mu_corner, buoyancy_x, buoyancy_z;
static field vx, vz, sxx, szz, sxz, energy;
static field memory_vx_x, memory_vz_z, memory_vz_x, memory_vx_z;
static field memory_sxx_x, memory_sxz_z, memory_sxz_x, memory_szz_z;
static float decay_x[NX], weight_x[NX], decay_z[NZ], weight_z[NZ], peak[NZ];
static field reference_vx, reference_vz, reference_energy;

static void seismic_layer(int n, float *decay, float *weight) {
#pragma omp target teams distribute parallel for map(from: decay[0:n], weight[0:n])
  for (int at = 0; at < n; at++) {
    int depth = at < LAYER ? LAYER - at : at >= n - LAYER ? at - (n - LAYER - 1) : 0;
    float part = (float)depth / (float)LAYER;
    float damping = 300.0f * part * part;
    float keep = 1.0f / (1.0f + (damping + 30.0f * (1.0f - part)) * DT);
    decay[at] = depth > 0 ? keep : 0.0f;
    weight[at] = depth > 0 ? damping * (keep - 1.0f) / (damping + 30.0f * (1.0f - part)) : 0.0f;
  }
}

static void seismic_medium(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 0; z < NZ; z++) {
    for (int x = 0; x < NX; x++) {
      float density = z < NZ / 2 ? 2000.0f : 2400.0f, p = z < NZ / 2 ? 2000.0f : 2800.0f;
      float s = 0.5f * p;
      mu[z][x] = density * s * s;
      lambda[z][x] = density * (p * p - 2.0f * s * s);
    }
  }
}

static void seismic_corners(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 0; z < NZ - 1; z++) {
    for (int x = 0; x < NX - 1; x++) {
      mu_corner[z][x] = 0.25f * (mu[z][x] + mu[z + 1][x] + mu[z][x + 1] + mu[z + 1][x + 1]);
    }
  }
}

static void seismic_buoyancy(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 0; z < NZ; z++) {
    for (int x = 0; x < NX; x++) {
      buoyancy_x[z][x] = z < NZ / 2 ? 1.0f / 2000.0f : 1.0f / 2400.0f;
      buoyancy_z[z][x] = z < NZ / 2 - 1 ? 1.0f / 2000.0f : 1.0f / 2400.0f;
    }
  }
}

static void seismic_rest(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 0; z < NZ; z++) {
    for (int x = 0; x < NX; x++) {
      vx[z][x] = vz[z][x] = sxx[z][x] = szz[z][x] = sxz[z][x] = energy[z][x] = 0.0f;
    }
  }
}

static void seismic_forget(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 0; z < NZ; z++) {
    for (int x = 0; x < NX; x++) {
      memory_vx_x[z][x] = memory_vz_z[z][x] = memory_vz_x[z][x] = memory_vx_z[z][x] = 0.0f;
      memory_sxx_x[z][x] = memory_sxz_z[z][x] = memory_sxz_x[z][x] = memory_szz_z[z][x] = 0.0f;
    }
  }
}

static void seismic_normal(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 1; z < NZ; z++) {
    for (int x = 1; x < NX; x++) {
      float vx_x = (vx[z][x] - vx[z][x - 1]) / H, vz_z = (vz[z][x] - vz[z - 1][x]) / H;
      memory_vx_x[z][x] = decay_x[x] * memory_vx_x[z][x] + weight_x[x] * vx_x;
      memory_vz_z[z][x] = decay_z[z] * memory_vz_z[z][x] + weight_z[z] * vz_z;
      vx_x += memory_vx_x[z][x];
      vz_z += memory_vz_z[z][x];
      sxx[z][x] += DT * ((lambda[z][x] + 2.0f * mu[z][x]) * vx_x + lambda[z][x] * vz_z);
      szz[z][x] += DT * (lambda[z][x] * vx_x + (lambda[z][x] + 2.0f * mu[z][x]) * vz_z);
    }
  }
}

static void seismic_shear(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 0; z < NZ - 1; z++) {
    for (int x = 0; x < NX - 1; x++) {
      float vz_x = (vz[z][x + 1] - vz[z][x]) / H, vx_z = (vx[z + 1][x] - vx[z][x]) / H;
      memory_vz_x[z][x] = decay_x[x] * memory_vz_x[z][x] + weight_x[x] * vz_x;
      memory_vx_z[z][x] = decay_z[z] * memory_vx_z[z][x] + weight_z[z] * vx_z;
      sxz[z][x] += DT * mu_corner[z][x] * (vz_x + memory_vz_x[z][x] + vx_z + memory_vx_z[z][x]);
    }
  }
}

static void seismic_velocity_x(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 1; z < NZ; z++) {
    for (int x = 0; x < NX - 1; x++) {
      float sxx_x = (sxx[z][x + 1] - sxx[z][x]) / H, sxz_z = (sxz[z][x] - sxz[z - 1][x]) / H;
      memory_sxx_x[z][x] = decay_x[x] * memory_sxx_x[z][x] + weight_x[x] * sxx_x;
      memory_sxz_z[z][x] = decay_z[z] * memory_sxz_z[z][x] + weight_z[z] * sxz_z;
      vx[z][x] += DT * buoyancy_x[z][x] * (sxx_x + memory_sxx_x[z][x] + sxz_z + memory_sxz_z[z][x]);
    }
  }
}

static void seismic_velocity_z(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 0; z < NZ - 1; z++) {
    for (int x = 1; x < NX; x++) {
      float sxz_x = (sxz[z][x] - sxz[z][x - 1]) / H, szz_z = (szz[z + 1][x] - szz[z][x]) / H;
      memory_sxz_x[z][x] = decay_x[x] * memory_sxz_x[z][x] + weight_x[x] * sxz_x;
      memory_szz_z[z][x] = decay_z[z] * memory_szz_z[z][x] + weight_z[z] * szz_z;
      vz[z][x] += DT * buoyancy_z[z][x] * (sxz_x + memory_sxz_x[z][x] + szz_z + memory_szz_z[z][x]);
    }
  }
}

static void seismic_source(float amplitude) {
#pragma omp target
  {
    sxx[NZ / 3][NX / 2] += amplitude;
    szz[NZ / 3][NX / 2] += amplitude;
  }
}

static void seismic_walls_x(void) {
#pragma omp target teams distribute parallel for
  for (int z = 0; z < NZ; z++)
    vx[z][0] = vx[z][NX - 1] = vz[z][0] = vz[z][NX - 1] = 0.0f;
}

static void seismic_walls_z(void) {
#pragma omp target teams distribute parallel for
  for (int x = 0; x < NX; x++)
    vx[0][x] = vx[NZ - 1][x] = vz[0][x] = vz[NZ - 1][x] = 0.0f;
}

static void seismic_energy(void) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2)
#else
#pragma omp target teams distribute parallel for
#endif
  for (int z = 0; z < NZ; z++) {
    for (int x = 0; x < NX; x++) {
      energy[z][x] += 0.5f * DT * (vx[z][x] * vx[z][x] / buoyancy_x[z][x] + vz[z][x] * vz[z][x] / buoyancy_z[z][x]);
    }
  }
}

/* The largest value of each row. */
static void seismic_peak(void) {
#pragma omp target teams distribute parallel for
  for (int z = 0; z < NZ; z++) {
    float most = 0.0f;
    for (int x = 0; x < NX; x++)
      most = energy[z][x] > most ? energy[z][x] : most;
    peak[z] = most;
  }
}

static float amplitude(int step) {
  float t = 25.0f * ((float)step * DT - 0.008f);
  return 1e6f * (1.0f - 2.0f * t * t) / (1.0f + t * t * t * t);
}

static void seismic_start(void) {
  BENCH_TIME(seismic_layer, NX, decay_x, weight_x);
  BENCH_TIME(seismic_layer, NZ, decay_z, weight_z);
  BENCH_TIME(seismic_medium);
  BENCH_TIME(seismic_corners);
  BENCH_TIME(seismic_buoyancy);
  BENCH_TIME(seismic_rest);
  BENCH_TIME(seismic_forget);
}

static void seismic_step(int step) {
  BENCH_TIME(seismic_normal);
  BENCH_TIME(seismic_shear);
  BENCH_TIME(seismic_source, amplitude(step));
  BENCH_TIME(seismic_velocity_x);
  BENCH_TIME(seismic_velocity_z);
  BENCH_TIME(seismic_walls_x);
  BENCH_TIME(seismic_walls_z);
  BENCH_TIME(seismic_energy);
}

/* The serial version: one structure for each cell, the layer's coefficients from a function. */
typedef struct {
  float vx, vz, sxx, szz, sxz, energy;
  float vx_x, vz_z, vz_x, vx_z, sxx_x, sxz_z, sxz_x, szz_z;
} cell;

static cell cells[NZ][NX];

/* Updates the memory of a derivative at place `at` of n; returns the derivative with it. */
static float absorb(float derivative, float *memory, int n, int at) {
  int depth = at < LAYER ? LAYER - at : at >= n - LAYER ? at - (n - LAYER - 1) : 0;
  float part = (float)depth / (float)LAYER, damping = 300.0f * part * part;
  float sum = damping + 30.0f * (1.0f - part), keep = 1.0f / (1.0f + sum * DT);
  *memory = depth > 0 ? keep * *memory + damping * (keep - 1.0f) / sum * derivative : 0.0f;
  return *memory;
}

static float density(int z) { return z < NZ / 2 ? 2000.0f : 2400.0f; }

static float modulus(int z) {
  float s = z < NZ / 2 ? 1000.0f : 1400.0f;
  return density(z) * s * s;
}

static float first_modulus(int z) {
  float p = z < NZ / 2 ? 2000.0f : 2800.0f, s = 0.5f * p;
  return density(z) * (p * p - 2.0f * s * s);
}

static void serial_stress(int z, int x) {
  cell *c = &cells[z][x];
  if (z > 0 && x > 0) {
    float a = (c->vx - cells[z][x - 1].vx) / H, b = (c->vz - cells[z - 1][x].vz) / H;
    float l = first_modulus(z), m = modulus(z);
    a += absorb(a, &c->vx_x, NX, x);
    b += absorb(b, &c->vz_z, NZ, z);
    c->sxx += DT * ((l + 2.0f * m) * a + l * b);
    c->szz += DT * (l * a + (l + 2.0f * m) * b);
  }
  if (z < NZ - 1 && x < NX - 1) {
    float a = (cells[z][x + 1].vz - c->vz) / H, b = (cells[z + 1][x].vx - c->vx) / H;
    float m = 0.25f * (modulus(z) + modulus(z + 1) + modulus(z) + modulus(z + 1));
    float ma = absorb(a, &c->vz_x, NX, x), mb = absorb(b, &c->vx_z, NZ, z);
    c->sxz += DT * m * (a + ma + b + mb);
  }
}

static void serial_velocity(int z, int x) {
  cell *c = &cells[z][x];
  if (z > 0 && x < NX - 1) {
    float a = (cells[z][x + 1].sxx - c->sxx) / H, b = (c->sxz - cells[z - 1][x].sxz) / H;
    float ma = absorb(a, &c->sxx_x, NX, x), mb = absorb(b, &c->sxz_z, NZ, z);
    c->vx += DT * (1.0f / density(z)) * (a + ma + b + mb);
  }
  if (z < NZ - 1 && x > 0) {
    float a = (c->sxz - cells[z][x - 1].sxz) / H, b = (cells[z + 1][x].szz - c->szz) / H;
    float ma = absorb(a, &c->sxz_x, NX, x), mb = absorb(b, &c->szz_z, NZ, z);
    c->vz += DT * (1.0f / density(z + 1)) * (a + ma + b + mb);
  }
}

static void serial_step(int step) {
  for (int at = 0; at < NZ*NX; at++)
    serial_stress(at / NX, at % NX);
  cells[NZ / 3][NX / 2].sxx += amplitude(step);
  cells[NZ / 3][NX / 2].szz += amplitude(step);
  for (int at = 0; at < NZ*NX; at++)
    serial_velocity(at / NX, at % NX);
  for (int z = 0; z < NZ; z++)
    for (int x = 0; x < NX; x++) {
      cell *c = &cells[z][x];
      if (z == 0 || z == NZ - 1 || x == 0 || x == NX - 1)
        c->vx = c->vz = 0.0f;
      float bx = 1.0f / density(z), bz = 1.0f / (z < NZ / 2 - 1 ? 2000.0f : 2400.0f);
      c->energy += 0.5f * DT * (c->vx * c->vx / bx + c->vz * c->vz / bz);
    }
}

static void seismic_serial(int steps, float *most) {
  for (int step = 0; step < steps; step++)
    serial_step(step);
  for (int z = 0; z < NZ; z++)
    for (int x = 0; x < NX; x++) {
      reference_vx[z][x] = cells[z][x].vx;
      reference_vz[z][x] = cells[z][x].vz;
      reference_energy[z][x] = cells[z][x].energy;
      most[z] = cells[z][x].energy > most[z] ? cells[z][x].energy : most[z];
    }
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "seismic");
  int steps = bench_size("steps", 20, 1, 100000);
  float *most = bench_floats(NZ, 0);

#pragma omp target enter data map(to: lambda, mu, mu_corner, buoyancy_x, buoyancy_z, decay_x, weight_x, decay_z, weight_z)
#pragma omp target enter data map(to: vx, vz, sxx, szz, sxz, energy, peak)
#pragma omp target enter data map(to: memory_vx_x, memory_vz_z, memory_vz_x, memory_vx_z)
#pragma omp target enter data map(to: memory_sxx_x, memory_sxz_z, memory_sxz_x, memory_szz_z)
  while (bench_repeat()) {
    seismic_start();
    for (int step = 0; step < steps; step++)
      seismic_step(step);
    BENCH_TIME(seismic_peak);
  }
#pragma omp target exit data map(from: vx, vz, energy, peak)
#pragma omp target exit data map(release: lambda, mu, mu_corner, buoyancy_x, buoyancy_z, decay_x, weight_x, decay_z, weight_z)
#pragma omp target exit data map(release: sxx, szz, sxz, memory_vx_x, memory_vz_z, memory_vz_x, memory_vx_z)
#pragma omp target exit data map(release: memory_sxx_x, memory_sxz_z, memory_sxz_x, memory_szz_z)

  if (bench_wants_reference())
    seismic_serial(steps, most);
  bench_output_floats(&vx[0][0], &reference_vx[0][0], NZ*NX);
  bench_output_floats(&vz[0][0], &reference_vz[0][0], NZ*NX);
  bench_output_floats(&energy[0][0], &reference_energy[0][0], NZ*NX);
  bench_output_floats(peak, most, NZ);
  return bench_end();
}
