#include "cli/remote_bytes.h"

#include <string.h>

enum { PAGE = 4096 };

void put_number(struct buffer *to, uint64_t number) {
  buffer_add(to, (const char *)&number, sizeof number);
}

void put_bytes(struct buffer *to, const void *bytes, size_t n) {
  put_number(to, n);
  if (n)
    buffer_add(to, bytes, n);
}

void put_text(struct buffer *to, const char *text) {
  put_bytes(to, text, strlen(text) + 1);
}

static const char *take_next(struct reader *from, uint64_t n) {
  if (from->bad || n > from->n) {
    from->bad = true;
    return NULL;
  }
  const char *const at = from->at;
  from->at += n;
  from->n -= n;
  return at;
}

uint64_t take_number(struct reader *from) {
  uint64_t number = 0;
  const char *const at = take_next(from, sizeof number);
  if (at)
    memcpy(&number, at, sizeof number);
  return number;
}

struct rv_flat take_flat(struct reader *from) {
  const uint64_t n = take_number(from);
  const char *const at = take_next(from, n);
  return (struct rv_flat){(const unsigned char *)at, at ? n : 0};
}

static size_t size_of_page(uint64_t i) {
  const size_t left = sizeof(struct shared) - i * PAGE;
  return left < PAGE ? left : PAGE;
}

static bool is_empty(const char *page, size_t n) {
  static const char empty[PAGE];
  return memcmp(page, empty, n) == 0;
}

void put_shared(struct buffer *to, const struct shared *shared) {
  for (uint64_t i = 0; i * PAGE < sizeof *shared; i++) {
    const char *const page = (const char *)shared + i * PAGE;
    if (is_empty(page, size_of_page(i)))
      continue;
    put_number(to, i);
    put_bytes(to, page, size_of_page(i));
  }
  put_number(to, UINT64_MAX);
}

void take_shared(struct reader *from, struct shared *shared) {
  uint64_t next = take_number(from);
  for (uint64_t i = 0; i * PAGE < sizeof *shared && !from->bad; i++) {
    char *const page = (char *)shared + i * PAGE;
    if (i == next) {
      const struct rv_flat flat = take_flat(from);
      if (flat.n == size_of_page(i))
        memcpy(page, flat.at, flat.n);
      next = take_number(from);
    } else if (!is_empty(page, size_of_page(i)))
      memset(page, 0, size_of_page(i));
  }
}

void put_piece(struct memory *memory, struct rv_flat piece) {
  struct part part = memory_piece(memory, piece.n);
  if (part.first)
    memcpy(part.first, piece.at, piece.n);
  memory->shared->piece_size = part.first ? piece.n : 0;
  part_free(&part);
}
