/*
 * Copies of pieces of memory that are mostly small. There are many: a call for each would cost more
 * than the copying.
 */
#ifndef RAVEL_RUNTIME_COPY_H
#define RAVEL_RUNTIME_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t block __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t word __attribute__((aligned(1), may_alias));
typedef uint32_t half __attribute__((aligned(1), may_alias));

/* Fewer bytes than a block. */
static inline void copy_little(char *to, const char *from, size_t size) {
  if (size >= sizeof(word)) {
    const word first = *(const word *)from, last = *(const word *)(from + size - sizeof(word));
    *(word *)to = first;
    *(word *)(to + size - sizeof(word)) = last;
  } else if (size >= sizeof(half)) {
    const half first = *(const half *)from, last = *(const half *)(from + size - sizeof(half));
    *(half *)to = first;
    *(half *)(to + size - sizeof(half)) = last;
  } else {
    for (size_t i = 0; i < size; i++)
      to[i] = from[i];
  }
}

static inline void copy_some(char *to, const char *from, size_t size) {
  const char *const last = from + size - sizeof(block);
  char *const last_to = to + size - sizeof(block);
  for (; from < last; to += sizeof(block), from += sizeof(block))
    *(block *)to = *(const block *)from;
  *(block *)last_to = *(const block *)last; /* overlaps what comes before */
}

/* Many bytes, with the widest registers that the processor has; copy_init() asks for them. */
extern void (*copy_many)(char *to, const char *from, size_t size);
void copy_init(void);

static inline void copy(void *to, const void *from, size_t size) {
  enum { MANY = 4 * sizeof(block) };
  if (size < sizeof(block))
    copy_little(to, from, size);
  else if (size < MANY)
    copy_some(to, from, size);
  else
    copy_many(to, from, size);
}

#endif
