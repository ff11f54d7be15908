#include "runtime/datarace.h"

#include "runtime/checkpoint.h"
#include "runtime/datarace_objects.h"
#include "runtime/datarace_waiting.h"
#include "runtime/pages.h"

#define BYTES UINT64_C(0xff)

/* Cells for accesses that do not fit into the granule's own, linked by index; 0 is none. */
enum { MAX_MORE = 1 << 30 };

struct shadow datarace_cells;
bool datarace_met;
static struct datarace_cell *more;
KEPT_OF_RACES static uint32_t more_used, more_free;

void datarace_reset(void) {
  if (clock_reset()) {
    shadow_clear(&datarace_cells, sizeof(struct datarace_cell));
    objects_clear();
  }
  more_used = 1;
  more_free = 0;
  waiting_reset();
}

void datarace_pieces(void) {
  waiting_pieces();
  clock_pieces();
  checkpoint_kept_of_races();
}

void datarace_forget(uint64_t addr, uint64_t size) {
  datarace_settle();
  shadow_clear_range(&datarace_cells, addr, size, sizeof(struct datarace_cell));
  objects_forget(addr, size);
}

/* Accesses. */

static enum datarace_kind datarace_kind_of(uint64_t access) {
  return access >> DATARACE_KIND_SHIFT & 3;
}

static rv_tid thread_of(uint64_t access) {
  return access >> DATARACE_THREAD_SHIFT & (DATARACE_MAX_THREADS - 1);
}

static bool same_epoch(uint64_t a, uint64_t b) {
  return (a ^ b) >> DATARACE_THREAD_SHIFT == 0;
}

/* Does an earlier access happen before one that is made now? */
static bool ordered(uint64_t earlier, uint64_t now) {
  return clock_ordered(thread_of(earlier), earlier >> DATARACE_CLOCK_SHIFT, thread_of(now));
}

static bool of_this_execution(uint64_t access) {
  return access >> DATARACE_CLOCK_SHIFT > datarace_beginning;
}

/* Stands for all atomic accesses to these bytes in this execution. */
static uint64_t atomic_mark(uint32_t bytes) {
  return (datarace_beginning + 1) << DATARACE_CLOCK_SHIFT |
         (uint64_t)DATARACE_ATOMIC << DATARACE_KIND_SHIFT | bytes;
}

/* Cells, as one sequence of accesses. */

static struct datarace_cell *next_cell(const struct datarace_cell *cell) {
  return cell->more && cell->execution == datarace_execution ? &more[cell->more] : NULL;
}

static struct datarace_cell *append_cell(struct datarace_cell *cell) {
  if (!more)
    more = pages_reserve(MAX_MORE * sizeof *more);
  uint32_t index = more_free ? more_free : more_used++;
  checkpoint_log(&more[index], sizeof *more);
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
static uint64_t datarace_take(struct cursor *cursor) {
  if (cursor->i == DATARACE_CELL_ACCESSES) {
    struct datarace_cell *next = next_cell(cursor->cell);
    if (!next)
      return 0;
    *cursor = (struct cursor){next, 0};
  }
  return cursor->cell->accesses[cursor->i++];
}

static void put_access(struct cursor *cursor, uint64_t access) {
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

static void datarace_describe(struct datarace *found, uint64_t addr, uint32_t bytes, rv_tid other,
                              bool other_writes, bool other_atomic) {
  uint32_t first = (uint32_t)__builtin_ctz(bytes);
  *found = (struct datarace){
      .addr = (addr & ~(uint64_t)(SHADOW_GRANULE - 1)) + first,
      .size = (uint32_t)__builtin_ctz(~(bytes >> first)),
      .other = other,
      .other_writes = other_writes,
      .other_atomic = other_atomic,
  };
}

/* Plain accesses. */

/* The race of a plain access with an earlier one, if there is any. */
static bool races_with(uint64_t earlier, uint64_t addr, uint64_t access, struct datarace *found) {
  uint32_t bytes = access & earlier & BYTES;
  if (!bytes)
    return false;
  bool writes = datarace_kind_of(access) == DATARACE_WRITE;
  if (datarace_kind_of(earlier) == DATARACE_ATOMIC) {
    struct objects_race race;
    if (!objects_race(thread_of(access), addr, bytes, writes, &race))
      return false;
    datarace_describe(found, addr, race.bytes, race.other, race.other_writes, true);
    found->other_how = race.other_how;
    return true;
  }
  bool other_writes = datarace_kind_of(earlier) == DATARACE_WRITE;
  if ((!writes && !other_writes) || ordered(earlier, access))
    return false;
  datarace_describe(found, addr, bytes, thread_of(earlier), other_writes, false);
  return true;
}

/* Whatever will race with the access will race with an earlier one of the same epoch too, and
 * whatever it races with itself was found then. */
static bool covers(uint64_t earlier, uint64_t access) {
  return same_epoch(earlier, access) && !(access & ~earlier & BYTES) &&
         datarace_kind_of(earlier) <= datarace_kind_of(access);
}

/* Memory that one thread writes and another accesses, not both atomically: whether that is a data
 * race may depend on the order of steps (system.c). */
static void meet(uint64_t earlier, uint64_t access) {
  const bool writes =
      datarace_kind_of(earlier) == DATARACE_WRITE || datarace_kind_of(access) == DATARACE_WRITE;
  const bool atomic = datarace_kind_of(earlier) == DATARACE_ATOMIC;
  datarace_met |= (earlier & access & BYTES) && of_this_execution(earlier) &&
                  (atomic || (writes && thread_of(earlier) != thread_of(access)));
}

enum finding { FRESH, COVERED, RACE };

static enum finding datarace_look(struct datarace_cell *cell, uint64_t addr, uint64_t access,
                                  struct datarace *found) {
  struct cursor cursor = {cell, 0};
  for (uint64_t earlier; (earlier = datarace_take(&cursor));) {
    if (covers(earlier, access))
      return COVERED;
    meet(earlier, access);
    if (races_with(earlier, addr, access, found))
      return RACE;
  }
  return FRESH;
}

/* What is still to be kept of an earlier access: not the bytes where all that will race with it
 * will race with the new one as well. */
static uint64_t remains(uint64_t earlier, uint64_t access) {
  if (!of_this_execution(earlier))
    return 0;
  if (datarace_kind_of(access) <= datarace_kind_of(earlier) &&
      datarace_kind_of(earlier) != DATARACE_ATOMIC && (earlier & access & BYTES) &&
      ordered(earlier, access))
    earlier &= ~(access & BYTES);
  return earlier & BYTES ? earlier : 0;
}

/* Puts the access in front of those that remain, in one pass: each write is delayed until one more
 * access has been read. */
static void record(struct datarace_cell *cell, uint64_t access) {
  for (struct datarace_cell *c = cell; c; c = next_cell(c))
    checkpoint_log(c, sizeof *c);
  struct cursor from = {cell, 0}, to = {cell, 0};
  uint64_t held = access;
  for (uint64_t earlier; (earlier = datarace_take(&from));) {
    uint64_t rest = remains(earlier, access);
    if (rest && (rest ^ access) >> DATARACE_KIND_SHIFT == 0) {
      access |= rest;
    } else if (rest) {
      put_access(&to, held);
      held = rest;
    }
  }
  put_access(&to, held);
  put_end(&to);
  cell->accesses[0] = access;
}

static bool access_granule(uint64_t addr, uint64_t access, struct datarace *found) {
  struct datarace_cell *cell = shadow_cell(&datarace_cells, addr, sizeof *cell);
  /* The latest comes first: if it is old, so are all. Or there is one, of which nothing remains. */
  uint64_t latest = cell->accesses[0];
  if (!of_this_execution(latest) || (!cell->accesses[1] && !remains(latest, access))) {
    meet(latest, access);
    checkpoint_log(cell, sizeof *cell);
    cell->accesses[0] = access;
    cell->accesses[1] = 0;
    return false;
  }
  enum finding finding = datarace_look(cell, addr, access, found);
  if (finding != COVERED)
    record(cell, access);
  return finding == RACE;
}

/* How many of `size` bytes lie in the granule of the first. */
static uint64_t part_in_granule(uint64_t addr, uint64_t size) {
  uint64_t rest = SHADOW_GRANULE - (addr & (SHADOW_GRANULE - 1));
  return size < rest ? size : rest;
}

bool datarace_access(rv_tid thread, uint64_t addr, uint64_t size, enum datarace_kind kind,
                     struct datarace *found) {
  datarace_settle();
  return datarace_plain(thread, addr, size, kind, found);
}

bool datarace_plain(rv_tid thread, uint64_t addr, uint64_t size, enum datarace_kind kind,
                    struct datarace *found) {
  uint64_t access = datarace_epochs[thread] | (uint64_t)kind << DATARACE_KIND_SHIFT;
  struct datarace another;
  bool raced = false;
  for (uint64_t n; size > 0; addr += n, size -= n) {
    n = part_in_granule(addr, size);
    raced |= access_granule(addr, access | shadow_bytes(addr, n), raced ? &another : found);
  }
  return raced;
}

bool datarace_free(rv_tid thread, uint64_t addr, uint64_t size, struct datarace *found) {
  bool raced = datarace_access(thread, addr, size, DATARACE_WRITE, found);
  datarace_look_again(thread);
  return raced;
}

bool datarace_remap(rv_tid thread, uint64_t addr, uint64_t size, bool write,
                    struct datarace *found) {
  const enum datarace_kind kind = write ? DATARACE_WRITE : DATARACE_READ;
  const uint64_t end = addr + size;
  struct datarace another;
  bool raced = false;
  datarace_settle();
  for (struct shadow_piece piece = {.end = addr};
       shadow_next_piece(&datarace_cells, end, sizeof(struct datarace_cell), size, &piece);)
    raced |= datarace_plain(thread, piece.begin, piece.end - piece.begin, kind,
                            raced ? &another : found);
  datarace_look_again(thread);
  return raced;
}

static bool scope_ends_in_granule(rv_tid thread, uint64_t addr, uint64_t access,
                                  struct datarace *found) {
  struct datarace_cell *cell = shadow_cell(&datarace_cells, addr, sizeof *cell);
  struct cursor cursor = {cell, 0};
  for (uint64_t earlier; (earlier = datarace_take(&cursor));)
    if (of_this_execution(earlier) && races_with(earlier, addr, access, found) &&
        !(datarace_kind_of(earlier) == DATARACE_ATOMIC &&
          objects_are_used_by(thread, addr, access & earlier & BYTES)))
      return true;
  return false;
}

bool datarace_scope_end(rv_tid thread, uint64_t addr, uint64_t size, struct datarace *found) {
  datarace_settle();
  const uint64_t access = datarace_epochs[thread] | (uint64_t)DATARACE_WRITE << DATARACE_KIND_SHIFT;
  for (uint64_t n; size > 0; addr += n, size -= n) {
    n = part_in_granule(addr, size);
    if (scope_ends_in_granule(thread, addr, access | shadow_bytes(addr, n), found))
      return true;
  }
  return false;
}

void datarace_look_again(rv_tid thread) {
  datarace_settle();
  clock_tick(thread);
}

/* Atomic accesses. They are kept with the objects; in the cells is only that there are some. */

static bool atomic_in_granule(rv_tid thread, uint64_t addr, uint32_t bytes, bool writes,
                              enum datarace_how how, struct datarace *found) {
  struct datarace_cell *cell = shadow_cell(&datarace_cells, addr, sizeof *cell);
  bool marked = false, raced = false;
  struct cursor cursor = {cell, 0};
  for (uint64_t earlier; !raced && (earlier = datarace_take(&cursor));) {
    bool plain = datarace_kind_of(earlier) != DATARACE_ATOMIC;
    bool other_writes = datarace_kind_of(earlier) == DATARACE_WRITE;
    datarace_met |= plain && (earlier & bytes) && (writes || other_writes) &&
                    of_this_execution(earlier) && thread_of(earlier) != thread;
    marked |= !plain && of_this_execution(earlier) && !(bytes & ~earlier);
    raced = plain && (earlier & bytes) && (writes || other_writes) &&
            !clock_ordered(thread_of(earlier), earlier >> DATARACE_CLOCK_SHIFT, thread);
    if (raced)
      datarace_describe(found, addr, earlier & bytes, thread_of(earlier), other_writes, false);
  }
  if (!marked)
    record(cell, atomic_mark(bytes));
  objects_access(thread, addr, bytes, writes, how);
  return raced;
}

static bool atomic_access(rv_tid thread, uint64_t addr, uint64_t size, bool writes,
                          enum datarace_how how, struct datarace *found) {
  struct datarace another;
  bool raced = false;
  for (uint64_t n; size > 0; addr += n, size -= n) {
    n = part_in_granule(addr, size);
    raced |= atomic_in_granule(thread, addr, shadow_bytes(addr, n), writes, how,
                               raced ? &another : found);
  }
  return raced;
}

bool datarace_touch(rv_tid thread, uint64_t addr, uint64_t size, bool writes,
                    struct datarace *found) {
  return atomic_access(thread, addr, size, writes, DATARACE_BY_ATOMIC, found);
}

/* The access lies after what is acquired and before what is released. */
bool datarace_atomic(rv_tid thread, uint64_t addr, uint64_t size, enum datarace_waits what,
                     int order, struct datarace *found) {
  if (what == WAITS_LOAD || what == WAITS_UPDATE)
    objects_load(thread, addr, order);
  bool raced =
      atomic_access(thread, addr, size, what != WAITS_LOAD,
                    order == DATARACE_VOLATILE ? DATARACE_BY_VOLATILE : DATARACE_BY_ATOMIC, found);
  if (what == WAITS_STORE)
    objects_store(thread, addr, order);
  else if (what == WAITS_UPDATE || what == WAITS_ADD)
    objects_update(thread, addr, order);
  return raced;
}

bool datarace_has_buried(rv_tid thread, uint64_t addr, uint32_t stores) {
  datarace_settle();
  return objects_has_buried(thread, addr, stores);
}

bool datarace_may_be_made_by(rv_tid thread, rv_tid other, uint64_t addr) {
  datarace_settle();
  return objects_may_be_updated_by(thread, other, addr);
}

bool datarace_all_own(rv_tid thread, uint64_t addr, uint64_t size) {
  if (!shadow_in_one_granule(addr, size))
    return false;
  struct cursor cursor = {shadow_cell(&datarace_cells, addr, sizeof(struct datarace_cell)), 0};
  if (!of_this_execution(cursor.cell->accesses[0])) /* the latest comes first */
    return true;
  for (uint64_t earlier; (earlier = datarace_take(&cursor));)
    if (of_this_execution(earlier) &&
        (datarace_kind_of(earlier) == DATARACE_ATOMIC || thread_of(earlier) != thread))
      return false;
  return true;
}

bool datarace_use_now(rv_tid thread, uint64_t addr, struct datarace *found) {
  return atomic_access(thread, addr, 1, false, DATARACE_BY_OBJECT, found);
}

bool datarace_object(rv_tid thread, uint64_t addr, uint64_t size, bool writes,
                     struct datarace *found) {
  datarace_settle();
  return atomic_access(thread, addr, size, writes, DATARACE_BY_OBJECT, found);
}
