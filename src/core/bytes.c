#include "core/bytes.h"

#include <string.h>

#include "core/dependence.h"

static void bytes_grow(struct rv_bytes *to, size_t n) {
  size_t capacity = to->capacity ? to->capacity : 4096;
  while (capacity < n)
    capacity *= 2;
  to->at = rv_pool_widen(to->pool, to->at, to->capacity, capacity);
  to->capacity = capacity;
}

void rv_write_bytes(struct rv_bytes *to, const void *bytes, size_t n) {
  if (to->n + n > to->capacity)
    bytes_grow(to, to->n + n);
  if (n)
    memcpy(to->at + to->n, bytes, n);
  to->n += n;
}

size_t rv_digits(uint64_t number, unsigned char digits[RV_MOST_DIGITS]) {
  size_t n = 0;
  for (; number > 127; number >>= 7)
    digits[n++] = (unsigned char)(number | 128);
  digits[n++] = (unsigned char)number;
  return n;
}

void rv_write(struct rv_bytes *to, uint64_t number) {
  unsigned char digits[RV_MOST_DIGITS] = {0};
  rv_write_bytes(to, digits, rv_digits(number, digits));
}

static void write_access(struct rv_bytes *to, const struct rv_access *access) {
  rv_write(to, access->addr);
  rv_write(to, access->size);
  rv_write(to, access->mode);
}

void rv_write_op(struct rv_bytes *to, const struct rv_op *op) {
  rv_write(to, op->kind);
  rv_write(to, op->flags);
  rv_write(to, op->choices);
  rv_write(to, op->more_count);
  write_access(to, &op->access);
  for (unsigned i = 0; i < op->more_count; i++)
    write_access(to, &op->more[i]);
}

uint64_t rv_read(struct rv_reader *from) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (from->bad || from->i == from->n)
      break;
    const unsigned char digit = from->at[from->i++];
    number |= (uint64_t)(digit & 127) << shift;
    if (digit < 128)
      return number;
  }
  from->bad = true;
  return 0;
}

uint64_t rv_read_up_to(struct rv_reader *from, uint64_t most) {
  const uint64_t number = rv_read(from);
  if (number <= most)
    return number;
  from->bad = true;
  return 0;
}

struct rv_reader rv_read_part(struct rv_reader *from, uint64_t n) {
  if (from->bad || n > from->n - from->i) {
    from->bad = true;
    n = 0;
  }
  const struct rv_reader part = rv_reader(from->at + from->i, n);
  from->i += n;
  return part;
}

static void read_access(struct rv_reader *from, struct rv_access *access) {
  access->addr = rv_read(from);
  access->size = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  access->mode = (uint32_t)rv_read_up_to(from, RV_READ | RV_WRITE | RV_ADD);
}

void rv_read_op(struct rv_reader *from, struct rv_op *op, struct rv_arena *arena) {
  *op = (struct rv_op){.kind = (uint8_t)rv_read_up_to(from, RV_OP_KINDS - 1)};
  op->flags = (uint8_t)rv_read_up_to(from, UINT8_MAX);
  op->choices = (uint32_t)rv_read_up_to(from, UINT32_MAX);
  op->more_count = (uint16_t)rv_read_up_to(from, UINT16_MAX);
  read_access(from, &op->access);
  if (op->more_count > from->n - from->i) /* each is at least a byte */
    from->bad = true;
  if (from->bad)
    op->more_count = 0;
  if (!op->more_count)
    return;
  struct rv_access *const more = rv_arena_alloc(arena, op->more_count * sizeof *more);
  for (unsigned i = 0; i < op->more_count; i++)
    read_access(from, &more[i]);
  op->more = more;
}
