/*
 * Sets of threads: one bit per thread, in 64-bit words. Most programs need one word.
 */
#ifndef RAVEL_CORE_BITSET_H
#define RAVEL_CORE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/event.h"

static inline bool rv_bit(const uint64_t *set, size_t words, rv_tid thread) {
  return thread / 64 < words && (set[thread / 64] >> (thread % 64) & 1);
}

static inline void rv_bit_add(uint64_t *set, rv_tid thread) {
  set[thread / 64] |= UINT64_C(1) << (thread % 64);
}

static inline void rv_bit_remove(uint64_t *set, rv_tid thread) {
  set[thread / 64] &= ~(UINT64_C(1) << (thread % 64));
}

static inline void rv_bits_copy(uint64_t *to, const uint64_t *from, size_t words) {
  for (size_t i = 0; i < words; i++)
    to[i] = from[i];
}

static inline bool rv_bits_empty(const uint64_t *set, size_t words) {
  for (size_t i = 0; i < words; i++)
    if (set[i])
      return false;
  return true;
}

static inline unsigned rv_bits_count(const uint64_t *set, size_t words) {
  unsigned count = 0;
  for (size_t i = 0; i < words; i++)
    count += (unsigned)__builtin_popcountll(set[i]);
  return count;
}

/* The first member that is not below `from`, or RV_NO_THREAD. */
static inline rv_tid rv_bits_next(const uint64_t *set, size_t words, rv_tid from) {
  for (size_t i = from / 64; i < words; i++) {
    const uint64_t word = i == from / 64 ? set[i] >> (from % 64) << (from % 64) : set[i];
    if (word)
      return (rv_tid)(i * 64 + (size_t)__builtin_ctzll(word));
  }
  return RV_NO_THREAD;
}

static inline rv_tid rv_bits_last(const uint64_t *set, size_t words) {
  for (size_t i = words; i-- > 0;)
    if (set[i])
      return (rv_tid)(i * 64 + 63 - (size_t)__builtin_clzll(set[i]));
  return RV_NO_THREAD;
}

#endif
