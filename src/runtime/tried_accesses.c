#include "runtime/tried_accesses.h"

#include <string.h>

enum { MAX_ACCESSES = 64, MAX_SIZE = 64 };

struct tried_access {
  uint64_t addr, size;
  bool write;
  char old[MAX_SIZE], now[MAX_SIZE]; /* only of what is written */
};

static struct tried_accesses {
  uint32_t n;
  struct tried_access list[MAX_ACCESSES];
} tries[2], *under_way = tries;

void tried_accesses_begin(bool second) {
  under_way = &tries[second];
  under_way->n = 0;
}

static void *memory_of(const struct tried_access *access) {
  return (void *)(uintptr_t)access->addr;
}

/* It has been written before, or read as it is now: one time is like the other. */
static bool is_noted(uint64_t addr, uint64_t size, bool write) {
  for (uint32_t i = 0; i < under_way->n; i++) {
    const struct tried_access *access = &under_way->list[i];
    if (access->addr == addr && access->size == size && (access->write || !write))
      return true;
  }
  return false;
}

bool tried_accesses_note(uint64_t addr, uint64_t size, bool write) {
  if (is_noted(addr, size, write))
    return true;
  if (size > MAX_SIZE || under_way->n == MAX_ACCESSES)
    return false;
  struct tried_access *access = &under_way->list[under_way->n++];
  access->addr = addr;
  access->size = size;
  access->write = write;
  if (write)
    memcpy(access->old, memory_of(access), size);
  return true;
}

bool tried_accesses_any(void) {
  return under_way->n > 0;
}

bool tried_accesses_overwrite(const struct rv_access *range) {
  for (uint32_t i = 0; i < under_way->n; i++) {
    const struct tried_access *access = &under_way->list[i];
    if (access->addr < range->addr + range->size && range->addr < access->addr + access->size)
      return access->write && access->addr <= range->addr &&
             access->addr + access->size >= range->addr + range->size;
  }
  return false;
}

void tried_accesses_undo(void) {
  for (uint32_t i = under_way->n; i-- > 0;) {
    struct tried_access *access = &under_way->list[i];
    if (access->write) {
      memcpy(access->now, memory_of(access), access->size);
      memcpy(memory_of(access), access->old, access->size);
    }
  }
}

static bool same_access(const struct tried_access *a, const struct tried_access *b) {
  return a->addr == b->addr && a->size == b->size && a->write == b->write &&
         (!a->write || memcmp(a->now, b->now, a->size) == 0);
}

bool tried_accesses_same(void) {
  bool same = tries[0].n == tries[1].n;
  for (uint32_t i = 0; same && i < tries[0].n; i++)
    same = same_access(&tries[0].list[i], &tries[1].list[i]);
  return same;
}
