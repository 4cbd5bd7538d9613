// Field: finance, prices of options by Black and Scholes.
// Style: one loop, all arrays with its counter as subscript, a small function with branches.
// Kind: already coalesced; nothing to gain, and nothing to lose.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static float normal(float x) {
  float k = 1 / (1 + 0.2316419f * fabsf(x));
  float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = 0.39894228f * expf(-0.5f * x * x) * poly;
  return x > 0 ? 1 - tail : tail;
}

static void prices(const float *spot, const float *strike, const float *years, float *call, float *put, int n) {
  const float rate = 0.02f, volatility = 0.3f;
#pragma omp target teams distribute parallel for map(to : spot[0 : n], strike[0 : n], years[0 : n]) map(from : call[0 : n], put[0 : n])
  for (int i = 0; i < n; i++) {
    float root = sqrtf(years[i]);
    float d1 = (logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    float d2 = d1 - volatility * root;
    float discount = expf(-rate * years[i]);
    call[i] = spot[i] * normal(d1) - strike[i] * discount * normal(d2);
    put[i] = strike[i] * discount * normal(-d2) - spot[i] * normal(-d1);
  }
}

int main(void) {
  const int n = 60000;
  float *data = malloc(sizeof(float) * 5 * n);
  float *spot = data, *strike = data + n, *years = data + 2 * n, *call = data + 3 * n, *put = data + 4 * n;
  for (int i = 0; i < n; i++) {
    spot[i] = 5 + (i * 7 % 250) / 10.0f;
    strike[i] = 1 + (i * 11 % 990) / 10.0f;
    years[i] = 0.25f + (i * 13 % 975) / 100.0f;
  }
  prices(spot, strike, years, call, put, n);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += call[i] * (1 + i % 3) + put[i];
  printf("%.10e\n", sum);
  free(data);
  return 0;
}
