/*
 * Random numbers: the generator of Sebastiano Vigna's splitmix64. The same seed gives the same
 * numbers everywhere.
 */
#ifndef RAVEL_CORE_RANDOM_H
#define RAVEL_CORE_RANDOM_H

#include <stdint.h>

static inline uint64_t rv_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* A number below `n`. That some are likelier by n / 2^64 does not show. */
static inline uint64_t rv_random_below(uint64_t *state, uint64_t n) {
  return (uint64_t)((unsigned __int128)rv_random(state) * n >> 64);
}

#endif
