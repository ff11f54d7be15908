/*
 * Synchronisation matters to the detector only when a plain access, or anything else, looks at
 * clocks. Until then operations are kept in a list and not applied. In a program whose threads
 * share only atomic objects they are never applied.
 */
#ifndef RAVEL_RUNTIME_DATARACE_WAITING_H
#define RAVEL_RUNTIME_DATARACE_WAITING_H

#include "runtime/datarace.h"
#include "runtime/datarace_clocks.h"

enum datarace_waits {
  WAITS_LOAD,
  WAITS_STORE,
  WAITS_UPDATE,
  WAITS_ADD,
  WAITS_START,
  WAITS_BEGIN_AS,
  WAITS_JOIN,
  WAITS_ACQUIRE,
  WAITS_RELEASE,
  WAITS_FENCE,
  WAITS_READ, /* plainly */
  WAITS_WRITE,
  WAITS_TOUCH_READ, /* an atomic access, which synchronises in one of these ways: */
  WAITS_TOUCH_WRITE,
  WAITS_WEAK_ACQUIRE,
  WAITS_WEAK_RELEASE,
  WAITS_USE, /* of a synchronisation object */
  WAITS_LOCK,
  WAITS_UNLOCK,
};

struct datarace_operation {
  uint64_t addr; /* or the other thread's number */
  rv_tid thread;
  uint8_t what; /* enum datarace_waits */
  uint8_t size, order;
};

void waiting_reset(void);

/* Where operations are known not to wait for ever, those before a checkpoint are better made once
 * than after every return to it: this comes before the other pieces. */
void waiting_pieces(void);

/* datarace.c: an access now, whatever waits; whether all accesses to some memory so far are atomic,
 * so that another atomic one can't race, or plain ones of one thread. */
bool datarace_plain(rv_tid thread, uint64_t addr, uint64_t size, enum datarace_kind kind,
                    struct datarace *found);
bool datarace_atomic(rv_tid thread, uint64_t addr, uint64_t size, enum datarace_waits what,
                     int order, struct datarace *found);
bool datarace_touch(rv_tid thread, uint64_t addr, uint64_t size, bool writes,
                    struct datarace *found);
bool datarace_use_now(rv_tid thread, uint64_t addr, struct datarace *found);
bool datarace_all_own(rv_tid thread, uint64_t addr, uint64_t size);
static inline bool datarace_all_atomic(uint64_t addr, uint64_t size) {
  if (!shadow_in_one_granule(addr, size))
    return false;
  const struct datarace_cell *cell = shadow_cell(&datarace_cells, addr, sizeof *cell);
  const uint64_t latest = cell->accesses[0];
  return latest >> DATARACE_CLOCK_SHIFT <= datarace_beginning ||
         ((latest >> DATARACE_KIND_SHIFT & 3) == DATARACE_ATOMIC && !cell->accesses[1]);
}

#endif
