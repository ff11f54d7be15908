/*
 * Flat bytes: numbers one after the other, small ones in one byte (LEB128). What a search sends to
 * another process, or keeps in a file, is made of them. A reader trusts nothing: past the end, or
 * after an impossible value, it is `bad` and reads zeros.
 */
#ifndef RAVEL_CORE_BYTES_H
#define RAVEL_CORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/memory.h"
#include "core/system.h"

/* Written bytes, in memory that grows. */
struct rv_bytes {
  struct rv_pool *pool;
  unsigned char *at;
  size_t n, capacity;
};

struct rv_reader {
  const unsigned char *at;
  size_t i, n;
  bool bad;
};

/* A number as digits; says how many. */
enum { RV_MOST_DIGITS = 10 };
size_t rv_digits(uint64_t number, unsigned char digits[RV_MOST_DIGITS]);

void rv_write(struct rv_bytes *to, uint64_t number);
/* Two numbers; a number in RV_MOST_DIGITS digits, in whose place another one can be put. */
void rv_write_two(struct rv_bytes *to, uint64_t a, uint64_t b);
void rv_write_long(struct rv_bytes *to, uint64_t number);

void rv_write_bytes(struct rv_bytes *to, const void *bytes, size_t n);
void rv_write_op(struct rv_bytes *to, const struct rv_op *op);

uint64_t rv_read(struct rv_reader *from);

/* A number that is at most so large. */
uint64_t rv_read_up_to(struct rv_reader *from, uint64_t most);

/* The next n bytes, as a reader of their own. */
struct rv_reader rv_read_part(struct rv_reader *from, uint64_t n);

/* What `more` points at is put into the arena. */
void rv_read_op(struct rv_reader *from, struct rv_op *op, struct rv_arena *arena);

static inline struct rv_reader rv_reader(const void *bytes, size_t n) {
  return (struct rv_reader){.at = bytes, .n = n};
}

#endif
