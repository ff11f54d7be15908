#include "runtime/own_loop.h"

#include "runtime/local_state.h"
#include "runtime/pages.h"

/* Accesses in one step before it is looked at; what is compared with moves on at each doubling
 * (Brent). In between, so many are looked at, and so many local states compared. */
enum { FEW_ACCESSES = 64, MAX_LOOKS = 4096, MAX_MISSES = 8 };

/* After so many, what looks like a temporary may be what the thread waits for. */
enum { MANY_ACCESSES = 1 << 14 };

uint64_t own_loop_accesses, own_loop_next = FEW_ACCESSES;

static struct {
  uint64_t progress; /* of the step */
  uint64_t renew;    /* when it is this many, what is compared with is taken anew */
  uint64_t pc, addr;
  uint32_t looks, misses;
  const char *from;
  char *local;
} seen;

static void begin_step(void) {
  seen.progress = rt.progress;
  own_loop_accesses = 0;
  own_loop_next = seen.renew = FEW_ACCESSES;
}

static void renew(uint64_t addr, uint64_t pc, const char *from) {
  if (!seen.local)
    seen.local = pages_reserve(LOCAL_STATE_MAX);
  seen.renew = 2 * own_loop_accesses;
  seen.looks = seen.misses = 0;
  seen.pc = pc;
  seen.addr = addr;
  seen.from = from;
  if (local_state_size(rt.current, from))
    local_state_copy(seen.local, rt.current, from);
  else
    own_loop_next = seen.renew;
}

bool own_loop_look(uint64_t addr, uint64_t pc, const void *entry, bool temporary) {
  const char *from = local_state_begins(entry);
  if (seen.progress != rt.progress) {
    begin_step();
    return false;
  }
  if (temporary && own_loop_accesses < MANY_ACCESSES)
    return false;
  if (own_loop_accesses >= seen.renew) {
    renew(addr, pc, from);
    return false;
  }
  const bool here = pc == seen.pc && addr == seen.addr && from == seen.from;
  if (here && local_state_equals(seen.local, rt.current, from))
    return true;
  seen.misses += here;
  if (++seen.looks == MAX_LOOKS || seen.misses == MAX_MISSES)
    own_loop_next = seen.renew;
  return false;
}
