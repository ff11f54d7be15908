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

/* Where the next numbers go, for which there is room. */
static inline unsigned char *room_for(struct rv_bytes *to, size_t numbers) {
  if (to->n + numbers * RV_MOST_DIGITS > to->capacity)
    bytes_grow(to, to->n + numbers * RV_MOST_DIGITS);
  return to->at + to->n;
}

static inline unsigned char *put(unsigned char *at, uint64_t number) {
  for (; number > 127; number >>= 7)
    *at++ = (unsigned char)(number | 128);
  *at++ = (unsigned char)number;
  return at;
}

size_t rv_digits(uint64_t number, unsigned char digits[RV_MOST_DIGITS]) {
  return (size_t)(put(digits, number) - digits);
}

void rv_write(struct rv_bytes *to, uint64_t number) {
  to->n = (size_t)(put(room_for(to, 1), number) - to->at);
}

void rv_write_two(struct rv_bytes *to, uint64_t a, uint64_t b) {
  to->n = (size_t)(put(put(room_for(to, 2), a), b) - to->at);
}

void rv_write_long(struct rv_bytes *to, uint64_t number) {
  unsigned char *const at = room_for(to, 1);
  for (unsigned i = 0; i < RV_MOST_DIGITS - 1; i++, number >>= 7)
    at[i] = (unsigned char)(number | 128);
  at[RV_MOST_DIGITS - 1] = (unsigned char)number;
  to->n += RV_MOST_DIGITS;
}

static void write_access(struct rv_bytes *to, const struct rv_access *access) {
  unsigned char *at = room_for(to, 3);
  at = put(at, access->addr);
  at = put(at, access->size);
  to->n = (size_t)(put(at, access->mode) - to->at);
}

void rv_write_op(struct rv_bytes *to, const struct rv_op *op) {
  unsigned char *at = room_for(to, 4);
  at = put(at, op->kind);
  at = put(at, op->flags);
  at = put(at, op->choices);
  to->n = (size_t)(put(at, op->more_count) - to->at);
  write_access(to, &op->access);
  for (unsigned i = 0; i < op->more_count; i++)
    write_access(to, &op->more[i]);
}

static uint64_t read_slowly(struct rv_reader *from) {
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

/* Most numbers are one digit. */
static inline uint64_t read_number(struct rv_reader *from) {
  if (from->i < from->n && from->at[from->i] < 128 && !from->bad)
    return from->at[from->i++];
  return read_slowly(from);
}

static inline uint64_t read_up_to(struct rv_reader *from, uint64_t most) {
  const uint64_t number = read_number(from);
  if (number <= most)
    return number;
  from->bad = true;
  return 0;
}

uint64_t rv_read(struct rv_reader *from) {
  return read_number(from);
}

uint64_t rv_read_up_to(struct rv_reader *from, uint64_t most) {
  return read_up_to(from, most);
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
  access->addr = read_number(from);
  access->size = (uint32_t)read_up_to(from, UINT32_MAX);
  access->mode = (uint32_t)read_up_to(from, RV_READ | RV_WRITE | RV_ADD);
}

void rv_read_op(struct rv_reader *from, struct rv_op *op, struct rv_arena *arena) {
  *op = (struct rv_op){.kind = (uint8_t)read_up_to(from, RV_OP_KINDS - 1)};
  op->flags = (uint8_t)read_up_to(from, UINT8_MAX);
  op->choices = (uint32_t)read_up_to(from, UINT32_MAX);
  op->more_count = (uint16_t)read_up_to(from, UINT16_MAX);
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
