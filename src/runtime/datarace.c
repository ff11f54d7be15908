#include "runtime/datarace.h"

#include "runtime/datarace_clocks.h"
#include "runtime/pages.h"

#define BYTES UINT64_C(0xff)

/* Cells for accesses that do not fit into the granule's own, linked by index; 0 is none. */
enum { MAX_MORE = 1 << 30 };

struct shadow datarace_cells;
static struct datarace_cell *more;
static uint32_t more_used, more_free;

void datarace_reset(void) {
  if (clocks_reset())
    shadow_clear(&datarace_cells, sizeof(struct datarace_cell));
  more_used = 1;
  more_free = 0;
}

void datarace_forget(uint64_t addr, uint64_t size) {
  shadow_clear_range(&datarace_cells, addr, size, sizeof(struct datarace_cell));
  clocks_forget(addr, size);
}

/* Kinds of access. */

static enum datarace_kind kind_of(uint64_t access) {
  return access >> DATARACE_KIND_SHIFT & 3;
}

static rv_tid thread_of(uint64_t access) {
  return access >> DATARACE_THREAD_SHIFT & (DATARACE_MAX_THREADS - 1);
}

/* The kinds that a kind of access conflicts with, one bit each. */
static uint32_t conflicts_of(uint64_t access) {
  static const uint8_t conflicts[] = {
      [DATARACE_WRITE] = 1 << DATARACE_WRITE | 1 << DATARACE_READ | 1 << DATARACE_ATOMIC_WRITE |
                         1 << DATARACE_ATOMIC_READ,
      [DATARACE_READ] = 1 << DATARACE_WRITE | 1 << DATARACE_ATOMIC_WRITE,
      [DATARACE_ATOMIC_WRITE] = 1 << DATARACE_WRITE | 1 << DATARACE_READ,
      [DATARACE_ATOMIC_READ] = 1 << DATARACE_WRITE,
  };
  return conflicts[kind_of(access)];
}

/* Whatever conflicts with `weaker` conflicts with `stronger` too. */
static bool is_at_least(uint64_t stronger, uint64_t weaker) {
  return !(conflicts_of(weaker) & ~conflicts_of(stronger));
}

static bool same_epoch(uint64_t a, uint64_t b) {
  return (a ^ b) >> DATARACE_THREAD_SHIFT == 0;
}

/* Does an earlier access happen before one that is made now? */
static bool ordered(uint64_t earlier, uint64_t now) {
  return clocks_ordered(thread_of(earlier), earlier >> DATARACE_CLOCK_SHIFT, thread_of(now));
}

/* Cells, as one sequence of accesses. */

static struct datarace_cell *next_cell(const struct datarace_cell *cell) {
  return cell->more && cell->execution == datarace_execution ? &more[cell->more] : NULL;
}

static struct datarace_cell *append_cell(struct datarace_cell *cell) {
  if (!more)
    more = pages_reserve(MAX_MORE * sizeof *more);
  uint32_t index = more_free ? more_free : more_used++;
  more_free = index == more_free ? more[index].more : more_free;
  more[index] = (struct datarace_cell){.more = 0};
  cell->more = index;
  cell->execution = datarace_execution;
  return &more[index];
}

/* Gives all cells after this one back. */
static void cut_cells(struct datarace_cell *cell) {
  struct datarace_cell *last = next_cell(cell);
  if (!last)
    return;
  for (struct datarace_cell *next; (next = next_cell(last));)
    last = next;
  last->more = more_free;
  more_free = cell->more;
  cell->more = 0;
}

struct cursor {
  struct datarace_cell *cell;
  uint32_t i;
};

/* The next access, 0 at the end. */
static uint64_t take(struct cursor *cursor) {
  if (cursor->i == DATARACE_CELL_ACCESSES) {
    struct datarace_cell *next = next_cell(cursor->cell);
    if (!next)
      return 0;
    *cursor = (struct cursor){next, 0};
  }
  return cursor->cell->accesses[cursor->i++];
}

static void put(struct cursor *cursor, uint64_t access) {
  if (cursor->i == DATARACE_CELL_ACCESSES) {
    struct datarace_cell *next = next_cell(cursor->cell);
    *cursor = (struct cursor){next ? next : append_cell(cursor->cell), 0};
  }
  cursor->cell->accesses[cursor->i++] = access;
}

static void put_end(struct cursor *cursor) {
  if (cursor->i < DATARACE_CELL_ACCESSES)
    cursor->cell->accesses[cursor->i] = 0;
  cut_cells(cursor->cell);
}

/* Looks for an access that races with this one; 0: there is none. `*covered`: nothing that could
 * race with it would not race with an access that is here already, and was looked at then. */
static uint64_t find_race(struct datarace_cell *cell, uint64_t access, bool *covered) {
  struct cursor cursor = {cell, 0};
  for (uint64_t earlier; (earlier = take(&cursor));) {
    if (same_epoch(earlier, access)) {
      if (!(access & ~earlier & BYTES) && is_at_least(earlier, access)) {
        *covered = true;
        return 0;
      }
    } else if ((earlier & access & BYTES) && conflicts_of(earlier) >> kind_of(access) & 1 &&
               !ordered(earlier, access)) {
      return earlier;
    }
  }
  return 0;
}

/* What is still to be kept of an earlier access: not the bytes where all that it may race with,
 * the new one races with as well. */
static uint64_t remains(uint64_t earlier, uint64_t access) {
  if (earlier >> DATARACE_CLOCK_SHIFT <= datarace_beginning)
    return 0;
  if ((earlier & access & BYTES) && is_at_least(access, earlier) && ordered(earlier, access))
    earlier &= ~(access & BYTES);
  return earlier & BYTES ? earlier : 0;
}

/* Puts the access in front of those that remain, in one pass: what is to be written next is
 * held back until one more access was read. */
static void record(struct datarace_cell *cell, uint64_t access) {
  struct cursor from = {cell, 0}, to = {cell, 0};
  uint64_t held = access;
  for (uint64_t earlier; (earlier = take(&from));) {
    uint64_t rest = remains(earlier, access);
    if (rest && (rest ^ access) >> DATARACE_KIND_SHIFT == 0) {
      access |= rest;
    } else if (rest) {
      put(&to, held);
      held = rest;
    }
  }
  put(&to, held);
  put_end(&to);
  cell->accesses[0] = access;
}

static void describe(struct datarace *found, uint64_t addr, uint64_t access, uint64_t earlier) {
  uint32_t bytes = access & earlier & BYTES;
  uint32_t first = (uint32_t)__builtin_ctz(bytes);
  enum datarace_kind kind = kind_of(earlier);
  *found = (struct datarace){
      .addr = (addr & ~(uint64_t)(SHADOW_GRANULE - 1)) + first,
      .size = (uint32_t)__builtin_ctz(~(bytes >> first)),
      .other = thread_of(earlier),
      .other_writes = kind == DATARACE_WRITE || kind == DATARACE_ATOMIC_WRITE,
      .other_atomic = kind == DATARACE_ATOMIC_WRITE || kind == DATARACE_ATOMIC_READ,
  };
}

/* An access within one granule. */
static bool access_granule(uint64_t addr, uint64_t access, struct datarace *found) {
  struct datarace_cell *cell = shadow_cell(&datarace_cells, addr, sizeof *cell);
  bool covered = false;
  uint64_t earlier = find_race(cell, access, &covered);
  if (covered)
    return false;
  if (earlier)
    describe(found, addr, access, earlier);
  record(cell, access);
  return earlier != 0;
}

bool datarace_access(rv_tid thread, uint64_t addr, uint64_t size, enum datarace_kind kind,
                     struct datarace *found) {
  uint64_t access = datarace_epochs[thread] | (uint64_t)kind << DATARACE_KIND_SHIFT;
  struct datarace rest;
  bool raced = false;
  for (uint64_t n; size > 0; addr += n, size -= n) {
    n = SHADOW_GRANULE - (addr & (SHADOW_GRANULE - 1));
    n = n < size ? n : size;
    raced |= access_granule(addr, access | shadow_bytes(addr, n), raced ? &rest : found);
  }
  return raced;
}

bool datarace_free(rv_tid thread, uint64_t addr, uint64_t size, struct datarace *found) {
  return datarace_access(thread, addr, size, DATARACE_WRITE, found);
}

bool datarace_atomic_load(rv_tid thread, uint64_t addr, uint64_t size, int order,
                          struct datarace *found) {
  clocks_load(thread, addr, order);
  return datarace_access(thread, addr, size, DATARACE_ATOMIC_READ, found);
}

bool datarace_atomic_store(rv_tid thread, uint64_t addr, uint64_t size, int order,
                           struct datarace *found) {
  bool raced = datarace_access(thread, addr, size, DATARACE_ATOMIC_WRITE, found);
  clocks_store(thread, addr, order);
  return raced;
}

bool datarace_atomic_rmw(rv_tid thread, uint64_t addr, uint64_t size, int order,
                         struct datarace *found) {
  clocks_load(thread, addr, order);
  bool raced = datarace_access(thread, addr, size, DATARACE_ATOMIC_WRITE, found);
  clocks_update(thread, addr, order);
  return raced;
}
