/* Blocks of powers of two, each behind a header, and a list of free ones for each power. */
#include "runtime/libc_heap.h"

#include <stdint.h>

#include "runtime/pages.h"

enum { SMALLEST = 5, POWERS = 40, HEADER = 16 };
#define AREA_SIZE (UINT64_C(1) << 36)

struct header {
  uint64_t power;
  void *begin; /* of the block, where alignment has moved what was handed out */
};
_Static_assert(sizeof(struct header) == HEADER, "it must keep the alignment");

struct free_block {
  struct free_block *next;
};

static char *area, *unused;
static struct free_block *free_lists[POWERS];

bool libc_heap_contains(const void *block) {
  return area && (uintptr_t)block - (uintptr_t)area < AREA_SIZE;
}

static struct header *header_of(const void *block) {
  return (struct header *)((uintptr_t)block - HEADER);
}

static void *take_block(uint64_t power) {
  struct free_block *block = free_lists[power];
  if (block) {
    free_lists[power] = block->next;
    return block;
  }
  const uint64_t size = UINT64_C(1) << power;
  if (!area)
    area = unused = pages_reserve(AREA_SIZE);
  if (size > AREA_SIZE - (uint64_t)(unused - area))
    return NULL;
  unused += size;
  return unused - size;
}

void *libc_heap_malloc(size_t size, size_t align) {
  const size_t more = HEADER + (align > HEADER ? align : 0);
  uint64_t power = SMALLEST;
  if (size > AREA_SIZE || align > AREA_SIZE)
    return NULL;
  while ((UINT64_C(1) << power) < size + more)
    power++;
  char *const begin = take_block(power);
  if (!begin)
    return NULL;
  const uint64_t first = pages_round_up((uintptr_t)begin + HEADER, align > HEADER ? align : HEADER);
  *header_of((void *)(uintptr_t)first) = (struct header){power, begin};
  return (void *)(uintptr_t)first;
}

void libc_heap_free(void *block) {
  const struct header header = *header_of(block);
  struct free_block *const freed = header.begin;
  freed->next = free_lists[header.power];
  free_lists[header.power] = freed;
}

size_t libc_heap_size(const void *block) {
  const struct header *const header = header_of(block);
  return (size_t)((UINT64_C(1) << header->power) -
                  (uint64_t)((const char *)block - (const char *)header->begin));
}
