#include "runtime/weak.h"

#include <stdio.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/datarace_clocks.h"
#include "runtime/operations.h"
#include "runtime/pages.h"
#include "runtime/record.h"
#include "runtime/shadow.h"
#include "runtime/thread.h"
#include "runtime/weak_loop.h"
#include "runtime/weak_memory.h"
#include "runtime/weak_order.h"
#include "runtime/worker.h"

/* An atomic object that begins at a byte of a granule; size 0: there is none. */
struct weak_object {
  uint64_t initial;
  uint32_t last; /* weak_last() */
  uint16_t generation;
  uint8_t size;
  bool shared; /* an access to it was an event: what is read there says the graph, not memory */
};

struct weak_cell {
  struct weak_object at[SHADOW_GRANULE];
  uint64_t execution;
  bool other; /* it was accessed in another way, as volatile */
};

/* A generation goes into the address that the explorer sees, above all addresses there are. */
enum { GENERATION_SHIFT = 48 };

static struct shadow cells;
static const char other_way[] = "in other ways too (as volatile, by a library, or freed)";
static uint64_t *written; /* by each step */

static bool shared_on_stack; /* some such object is on a thread's stack */

static uint64_t stale; /* so many steps were made with the last one that was not about the last */

uint64_t weak_execution;

void weak_reset(void) {
  weak_execution++;
  stale = 0;
  shared_on_stack = false;
}

void weak_pieces(void) {
  checkpoint_piece(&weak_execution, sizeof weak_execution);
  checkpoint_piece(&stale, sizeof stale);
  checkpoint_piece(&shared_on_stack, sizeof shared_on_stack);
}

_Noreturn void weak_refuse(const char *what) {
  const enum rv_memory_model model = (enum rv_memory_model)rt.shared->request.explorer.memory;
  if (model == RV_MEMORY_SC)
    snprintf(rt.shared->failure, sizeof rt.shared->failure,
             "%s is not supported with --algorithm=graph; --algorithm=optimal explores it", what);
  else
    snprintf(rt.shared->failure, sizeof rt.shared->failure,
             "%s is not supported with --memory=%s; --memory=sc explores it", what,
             rv_memory_model_name(model));
  worker_quit();
}

static struct weak_cell *cell_of(uint64_t addr) {
  struct weak_cell *const cell = shadow_cell(&cells, addr, sizeof *cell);
  checkpoint_log(cell, sizeof *cell);
  if (cell->execution != weak_execution) {
    memset(cell, 0, sizeof *cell);
    cell->execution = weak_execution;
  }
  return cell;
}

static const struct weak_cell *find_cell(uint64_t addr) {
  const struct weak_cell *const cell = shadow_find(&cells, addr, sizeof *cell);
  return cell && cell->execution == weak_execution ? cell : NULL;
}

/* Whether an object in the cell overlaps bytes of the granule, and is not just these. */
static bool overlaps(const struct weak_cell *cell, uint32_t from, uint32_t size, bool exactly) {
  for (uint32_t i = 0; i < SHADOW_GRANULE; i++)
    if (i < from + size && cell->at[i].size && from < i + cell->at[i].size &&
        !(exactly && i == from && cell->at[i].size == size))
      return true;
  return false;
}

static struct weak_object *object_of(uint64_t addr, uint32_t size) {
  struct weak_cell *const cell = cell_of(addr);
  const uint32_t at = addr % SHADOW_GRANULE;
  if (overlaps(cell, at, size, true))
    weak_memory_set(addr, size, "atomically with different sizes");
  if (cell->other)
    weak_memory_set(addr, size, other_way);
  struct weak_object *const object = &cell->at[at];
  if (!object->size) {
    object->size = (uint8_t)size;
    object->initial = contents(addr, size);
    object->last = 0;
    object->shared = false;
  }
  return object;
}

static void share(struct weak_object *object, uint64_t addr) {
  shared_on_stack |= !object->shared && stack_owner(addr) != RV_NO_THREAD;
  object->shared = true;
}

void weak_wipe_shared(char *copy, uint64_t addr, uint64_t size) {
  const uint64_t end = addr + size;
  for (uint64_t at = addr & ~(uint64_t)(SHADOW_GRANULE - 1); shared_on_stack && at < end;
       at += SHADOW_GRANULE) {
    const struct weak_cell *const cell = find_cell(at);
    for (uint32_t i = 0; cell && i < SHADOW_GRANULE; i++)
      if (cell->at[i].size && cell->at[i].shared && at + i >= addr &&
          at + i + cell->at[i].size <= end)
        memset(copy + (at + i - addr), 0, cell->at[i].size);
  }
}

uint32_t weak_last(uint64_t addr) {
  const struct weak_cell *const cell = find_cell(addr);
  return cell ? cell->at[addr % SHADOW_GRANULE].last : 0;
}

bool weak_reads_last_since(uint64_t steps) {
  return stale <= steps;
}

void weak_plain(uint64_t addr, uint64_t size, bool write) {
  if (!write) {
    weak_loop_reads_plain(rt.current, addr, size);
    return;
  }
  if (stack_owner(addr) != rt.current->tid)
    weak_loop_ends(rt.current);
  for (uint64_t at = addr & ~(uint64_t)(SHADOW_GRANULE - 1); at < addr + size;
       at += SHADOW_GRANULE) {
    const uint64_t from = at > addr ? 0 : addr - at;
    const uint64_t end = addr + size - at;
    const struct weak_cell *const found = find_cell(at);
    if (!found ||
        !overlaps(found, (uint32_t)from,
                  (uint32_t)((end < SHADOW_GRANULE ? end : SHADOW_GRANULE) - from), false))
      continue;
    struct weak_cell *const cell = cell_of(at);
    for (uint32_t i = 0; i < SHADOW_GRANULE; i++)
      if (cell->at[i].size) {
        if (cell->at[i].shared)
          weak_loop_ends(rt.current);
        cell->at[i].size = 0;
        cell->at[i].generation++;
      }
  }
}

void weak_other_access(uint64_t addr, uint64_t size) {
  for (uint64_t at = addr & ~(uint64_t)(SHADOW_GRANULE - 1); at < addr + size;
       at += SHADOW_GRANULE) {
    struct weak_cell *const cell = cell_of(at);
    if (overlaps(cell, 0, SHADOW_GRANULE, false))
      weak_memory_set(at, SHADOW_GRANULE, other_way);
    cell->other = true;
  }
}

static struct rv_op op_of(const struct weak_access *access, const struct weak_object *object,
                          uint32_t mode, uint32_t weak) {
  const int order = access->order == __ATOMIC_CONSUME ? __ATOMIC_ACQUIRE : access->order;
  return (struct rv_op){.kind = RV_OP_MEMORY,
                        .weak = (uint32_t)order | RV_WEAK | weak,
                        .access = {access->addr | (uint64_t)object->generation << GENERATION_SHIFT,
                                   access->size, mode}};
}

static void find_race(const struct weak_access *access, bool writes) {
  struct datarace race = {0};
  if (races_are_checked() &&
      datarace_weak_access(rt.current->tid, access->addr, access->size, writes, &race))
    race_found(&race, ACCESS_ATOMIC, writes, access->pc, access->frame);
}

/* The same where the object is the thread's own so far, or has not been written since it was: what
 * was stored then is acquired with what was there at the start. */
static void find_race_alone(const struct weak_access *access, bool writes, int order) {
  struct datarace race = {0};
  if (races_are_checked() && (writes ? datarace_atomic_store : datarace_atomic_load)(
                                 rt.current->tid, access->addr, access->size, order, &race))
    race_found(&race, ACCESS_ATOMIC, writes, access->pc, access->frame);
}

static struct record *tell_access(enum record_kind kind, const struct weak_access *access,
                                  uint64_t value, uint64_t stored, int order) {
  if (!access->pc || operation_is_alone())
    return NULL;
  struct record *const line =
      record_access(kind, access->addr, access->size, value, stored, access->pc);
  if (line)
    line->order = (uint8_t)order;
  return line;
}

static void tell_read(enum record_kind kind, const struct weak_access *access, uint64_t value,
                      uint64_t compared, int order) {
  struct record *const line = tell_access(kind, access, value, compared, order);
  if (!line)
    return;
  line->source = rt.current->weak_source;
  line->last = weak_last(access->addr);
}

static void tell_write(enum record_kind kind, const struct weak_access *access, uint64_t old,
                       uint64_t value, bool hidden) {
  struct record *const line = tell_access(kind, access, old, value, access->order);
  if (line && hidden)
    line->last = weak_last(access->addr);
}

/* The steps that have begun are counted: this one is the last of them. */
static uint64_t this_step(void) {
  return rt.steps - 1;
}

/* --- for plain accesses that are events (weak_plain.c) ------------------------------------------
 */

struct rv_op weak_op(const struct weak_access *access, uint32_t mode) {
  return op_of(access, object_of(access->addr, access->size), mode, 0);
}

uint64_t weak_value(uint64_t addr, uint32_t size, uint32_t source) {
  struct weak_object *const object = object_of(addr, size);
  share(object, addr);
  if (source != object->last)
    stale = rt.steps;
  return source ? written[source - 1] : object->initial;
}

uint64_t weak_begin_write(uint64_t addr, uint32_t size) {
  if (!written)
    written = pages_reserve((rt.shared->request.explorer.max_steps + 1) * sizeof *written);
  const uint64_t step = this_step();
  struct weak_object *const object = object_of(addr, size);
  share(object, addr);
  if (rt.choice & RV_WEAK_HIDDEN)
    stale = rt.steps;
  else
    object->last = (uint32_t)step + 1;
  return step;
}

void weak_end_write(uint64_t step, uint64_t value) {
  written[step] = value;
}

/* --- atomic accesses ----------------------------------------------------------------------------
 */

/* Which order a compare-and-swap has is known when it is made. Under C11 the explorer then judges
 * whether it may have read what it did; until that is done the program must not go on, so there is
 * one more event, which does nothing. */
static void wait_until_judged(const struct weak_access *access, int order) {
  const struct rv_op nothing = {
      .kind = RV_OP_MEMORY, .weak = __ATOMIC_RELAXED | RV_WEAK, .access = {.mode = RV_READ}};
  if (order == __ATOMIC_RELAXED || rt.shared->request.explorer.memory != RV_MEMORY_C11)
    return;
  visible_weak(&nothing, access->pc, NULL);
  performed_as(0, RV_READ, 0);
}

uint64_t weak_read(const struct weak_access *said, const uint64_t *compared) {
  const struct weak_access made = weak_order_of(said), *const access = &made;
  if (unlikely(weak_order_fences(said->pc)))
    weak_fence(__ATOMIC_SEQ_CST, said->pc, said->frame);
  const uint32_t updates =
      (access->updates ? RV_WEAK_UPDATES : 0) | (access->adds ? RV_WEAK_ADDS : 0);
  struct rv_op op = op_of(access, object_of(access->addr, access->size), RV_READ, updates);
  op.flags = compared ? RV_OP_COMPARES : 0;
  if (!weak_ordered_access(&op, access->addr, access->pc, access->frame)) {
    find_race_alone(access, false, access->order);
    return contents(access->addr, access->size);
  }
  const uint32_t source = rt.choice;
  const uint64_t value = weak_value(access->addr, access->size, source);
  const bool fails = compared && *compared != value;
  const int order = fails ? access->failure : access->order;
  performed_as(value, RV_READ, op.flags);
  rt.step.op.weak =
      (uint32_t)(order == __ATOMIC_CONSUME ? __ATOMIC_ACQUIRE : order) | RV_WEAK | updates;
  rt.step.expected = compared ? *compared : 0;
  rt.current->weak_source = source;
  weak_loop_reads(rt.current, access->addr, access->size, value);
  if (fails)
    tell_read(RECORD_CAS_FAILED, access, value, *compared, order);
  else
    tell_read(RECORD_READ, access, value, 0, order);
  if (fails)
    wait_until_judged(access, order);
  if (source && races_are_checked())
    datarace_weak_acquire(rt.current->tid, source - 1, order);
  if (source)
    find_race(access, false);
  else
    find_race_alone(access, false, order);
  wipe_if_loops();
  return value;
}

/* Says whether others come after it in the modification order. */
static bool write_it(const struct weak_access *access, const struct rv_op *op, uint64_t continued,
                     uint64_t value) {
  const bool event = weak_ordered_access(op, access->addr, access->pc, access->frame);
  if (event)
    find_race(access, true);
  else
    find_race_alone(access, true, access->order);
  if (!event) {
    weak_loop_ends(rt.current);
    memcpy((void *)(uintptr_t)access->addr, &value, access->size);
    object_of(access->addr, access->size)->initial = value;
    return false;
  }
  const uint64_t step = weak_begin_write(access->addr, access->size);
  weak_end_write(step, value);
  const bool hidden = rt.choice & RV_WEAK_HIDDEN;
  if (!hidden)
    memcpy((void *)(uintptr_t)access->addr, &value, access->size);
  performed_as(value, RV_WRITE, 0);
  if (races_are_checked())
    datarace_weak_release(rt.current->tid, step, continued, access->order);
  return hidden;
}

void weak_write(const struct weak_access *said, uint64_t value) {
  const struct weak_access made = weak_order_of(said), *const access = &made;
  const struct rv_op op = op_of(access, object_of(access->addr, access->size), RV_WRITE, 0);
  const bool hidden = write_it(access, &op, 0, value);
  tell_write(RECORD_WRITE, access, 0, value, hidden);
  wipe_if_loops();
}

void weak_update(const struct weak_access *said, uint64_t old, uint64_t value) {
  const struct weak_access made = weak_order_of(said), *const access = &made;
  struct thread *const self = rt.current;
  const struct rv_op op = op_of(access, object_of(access->addr, access->size), RV_WRITE,
                                RV_WEAK_EXCLUSIVE | (access->adds ? RV_WEAK_ADDS : 0));
  if (old == value)
    weak_loop_wrote_the_same(self);
  const bool hidden = write_it(access, &op, self->weak_source, value);
  tell_write(RECORD_UPDATE, access, old, value, hidden);
  wipe_if_loops();
}

void weak_fence(int order, uint64_t pc, void *frame) {
  const struct rv_op op = {
      .kind = RV_OP_MEMORY,
      .weak = (uint32_t)(order == __ATOMIC_CONSUME ? __ATOMIC_ACQUIRE : order) | RV_WEAK,
      .access = {.mode = RV_READ}};
  if (order == __ATOMIC_RELAXED)
    return;
  if (weak_ordered_access(&op, 0, pc, frame))
    performed_as(0, RV_READ, 0);
  if (races_are_checked())
    datarace_fence(rt.current->tid, order);
}
