#include "runtime/atomic_undo.h"

#include "runtime/pages.h"

enum { MOST_BYTES = 1 << 26 };

struct entry {
  uint64_t addr, size;
  char old[];
};

static struct {
  char *entries;
  uint64_t used, last; /* bytes; the last entry begins here */
  const char *lasts;
} log;

void atomic_undo_begin(void) {
  log.used = log.last = 0;
  log.lasts = NULL;
}

void atomic_undo_lasts(const char *what) {
  log.lasts = what;
}

/* An entry is followed by where the one before it begins. */
void atomic_undo_note(uint64_t addr, uint64_t size) {
  const uint64_t bytes = pages_round_up(sizeof(struct entry) + size, 8);
  if (!log.entries)
    log.entries = pages_reserve(MOST_BYTES);
  if (bytes + 8 > MOST_BYTES - log.used) {
    log.lasts = "writing so much";
    return;
  }
  struct entry *const entry = (struct entry *)(log.entries + log.used);
  entry->addr = addr;
  entry->size = size;
  pages_copy(entry->old, (const void *)(uintptr_t)addr, size);
  *(uint64_t *)(log.entries + log.used + bytes) = log.last;
  log.last = log.used;
  log.used += bytes + 8;
}

const char *atomic_undo(void) {
  while (log.used) {
    struct entry *const entry = (struct entry *)(log.entries + log.last);
    pages_copy((void *)(uintptr_t)entry->addr, entry->old, entry->size);
    log.used = log.last;
    log.last = *(uint64_t *)((char *)entry + pages_round_up(sizeof *entry + entry->size, 8));
  }
  return log.lasts;
}
