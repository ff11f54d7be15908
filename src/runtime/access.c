/*
 * Memory accesses beyond the fast path: reports data races, makes accesses to shared memory visible
 * operations, and marks memory that turns out to be shared.
 */
#include "runtime/access.h"

#include <stdio.h>

#include "runtime/annotations.h"
#include "runtime/atomic_block.h"
#include "runtime/await.h"
#include "runtime/error.h"
#include "runtime/hidden_reads.h"
#include "runtime/interrupt.h"
#include "runtime/memory_errors.h"
#include "runtime/operations.h"
#include "runtime/own_loop.h"
#include "runtime/private.h"
#include "runtime/record.h"
#include "runtime/sides.h"
#include "runtime/spinloop.h"
#include "runtime/state.h"
#include "runtime/symmetry.h"
#include "runtime/thread.h"
#include "runtime/turn.h"
#include "runtime/weak.h"
#include "runtime/weak_loop.h"
#include "runtime/weak_memory.h"
#include "runtime/weak_plain.h"
#include "runtime/worker.h"

/* --- what is private -----------------------------------------------------------------------------
 */

/* The exploration begins again; a replay in another process begins with these marks too. */
void note_mark(uint64_t mark) {
  struct shared *shared = rt.shared;
  if (!rv_facts_add(&shared->facts, (struct rv_fact){.kind = FACT_MARK, .value = mark}, true)) {
    snprintf(shared->failure, sizeof shared->failure,
             "more than %d words of private memory turned out to be shared; --races=report does "
             "without most of them",
             RV_MAX_FACTS);
    worker_quit();
  }
}

/* What a touch has found to be shared, since so many marks. */
static void note_marks(uint64_t before) {
  if (unlikely(private_grew != before))
    private_marks(private_grew - before, note_mark);
}

bool touch_privately(uint64_t addr, uint64_t size) {
  const uint64_t before = private_grew;
  const bool is_private = private_touch(interruption_context(), addr, size);
  note_marks(before);
  return is_private;
}

void touch_atomically(uint64_t addr, uint64_t size) {
  const uint64_t before = private_grew;
  private_touch_atomically(interruption_context(), addr, size);
  note_marks(before);
}

void touch_visibly(uint64_t addr, uint64_t size) {
  if (stack_owner(addr) != RV_NO_THREAD || rt.races == RACES_INTERLEAVE)
    touch_privately(addr, size);
}

bool is_marked(uint64_t addr) {
  const private_owner *owner = shadow_find(&private_owners, addr, sizeof *owner);
  return owner && *owner == PRIVATE_SHARED;
}

void mark(uint64_t addr) {
  if (is_marked(addr))
    return;
  private_mark(addr);
  private_marks(1, note_mark);
}

/* Memory that only this thread has touched, and on which it does not wait for another thread. */
static bool is_own(uint64_t addr, uint64_t size, uint64_t pc, const void *entry, bool temporary) {
  if (!touch_privately(addr, size))
    return false;
  if (likely(!own_loop(addr, pc, entry, temporary)))
    return true;
  mark(addr);
  mark(addr + size - 1);
  return false;
}

/* --- data races ----------------------------------------------------------------------------------
 */

static const char *access_name(enum access_kind kind, bool write) {
  static const char *const names[ACCESS_KINDS][2] = {
      [ACCESS_PLAIN] = {"read", "write"},
      [ACCESS_ATOMIC] = {"atomic read", "atomic write"},
      [ACCESS_VOLATILE] = {"volatile read", "volatile write"},
      [ACCESS_USE] = {"use", "use"},
      [ACCESS_INIT] = {"use", "initialisation"},
      [ACCESS_DESTROY] = {"use", "destruction"},
      [ACCESS_SCOPE_END] = {"use", "end of life"},
      [ACCESS_REMAP] = {"use", "change of the mapping"},
  };
  return names[kind][write];
}

static const char *other_name(const struct datarace *race) {
  if (race->other_atomic && race->other_how == DATARACE_BY_OBJECT)
    return race->other_writes ? "initialisation or destruction" : "use";
  const bool is_volatile = race->other_how == DATARACE_BY_VOLATILE;
  return access_name(!race->other_atomic ? ACCESS_PLAIN
                     : is_volatile       ? ACCESS_VOLATILE
                                         : ACCESS_ATOMIC,
                     race->other_writes);
}

/* The other side of a race; its thread continues only if errors do not end the execution. */
static void tell_other_side(struct shared_error *error, const struct datarace *race) {
  if (error->other.thread == RV_NO_THREAD) {
    error->addr = race->addr;
    error->size = race->size;
    error->other.thread = race->other;
    if (rt.recording)
      record_other_side(error, race->other_writes);
    memory_tell_origin(error, race->addr);
  }
  if (!rt.shared->request.keep_going)
    error_stop();
}

static void tell_races_apart(const struct datarace *race) {
  const uint64_t about[] = {race->addr, race->size, race->other};
  error_about(about, sizeof about / sizeof *about);
}

void race_found(const struct datarace *race, enum access_kind kind, bool write, uint64_t pc,
                void *frame) {
  if (annotations_are_benign(race->addr) || symmetry_explains(race))
    return;
  tell_races_apart(race);
  struct shared_error *error =
      error_report(ERROR_DATA_RACE, rt.current->tid, pc, frame,
                   "%s of %u byte%s races with %s by another thread", access_name(kind, write),
                   race->size, race->size == 1 ? "" : "s", other_name(race));
  tell_other_side(error, race);
}

/* As long as the first thread is alone, all that it does happens before what others will do. Of a
 * long range nothing has to be noted then, in cell after cell. */
static bool is_long_and_first(uint64_t size) {
  enum { LONG = 1024 };
  return size >= LONG && rt.high == 1;
}

static void check(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame) {
  struct datarace race;
  if (unlikely(is_long_and_first(size)))
    return;
  if (stack_owner(addr) == rt.current->tid && datarace_waits(rt.current->tid, addr, size, write))
    return;
  if (write ? datarace_write(rt.current->tid, addr, size, &race)
            : datarace_read(rt.current->tid, addr, size, &race))
    race_found(&race, ACCESS_PLAIN, write, pc, frame);
}

enum { FIRST_PAGE = 4096 };

/* --- plain accesses ------------------------------------------------------------------------------
 */

/* The access itself comes after the hook, but before anything that could change what is there. */
void performed_plain(uint64_t addr, uint64_t size, bool write) {
  performed_as(state_is_place(addr) ? 0 : contents(addr, size), write ? RV_WRITE : RV_READ,
               write ? RV_OP_REPLACED | blind_store(addr, size) : 0);
}

static void interleave(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame,
                       void *entry) {
  if (unlikely(rt.weak) && weak_plain_interleaves(addr, size, write, pc, entry))
    return;
  visible_access(addr, (uint32_t)size, write ? RV_WRITE : RV_READ, pc, entry);
  memory_check(addr, size, write, pc, frame);
  if (unlikely(rt.weak) && !write)
    weak_loop_reads_last(rt.current, addr, (uint32_t)size);
  performed_plain(addr, size, write);
  record_plain(addr, size, write, pc);
}

static void in_block(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame) {
  if (unlikely(rt.turns))
    turn_in_block(&(struct rv_access){addr, (uint32_t)size, write ? RV_WRITE : RV_READ});
  bool known_by_others = rt.races != RACES_INTERLEAVE && stack_owner(addr) == RV_NO_THREAD;
  if (known_by_others || !touch_privately(addr, size))
    atomic_block_plain(addr, size, write, pc, frame);
}

/* An access of a thread to its own stack, where nothing but data races is looked for. */
static inline bool is_only_checked(uint64_t addr, bool write) {
  const struct thread *const self = rt.current;
  const uint64_t own = SHARED_STACKS_BASE + self->tid * SHARED_STACK_STRIDE;
  return rt.plain == PLAIN_CHECKED && addr - own < SHARED_STACK_STRIDE && !rt.weak &&
         !rt.recording && !rt.observers && !annotations_ignore(write);
}

void plain_access_slowly(uint64_t addr, uint64_t size, bool write, uint64_t pc, void *frame) {
  if (size == 0)
    return;
  if (likely(is_only_checked(addr, write)) && datarace_waits(rt.current->tid, addr, size, write)) {
    wipe_if_loops();
    return;
  }
  memory_check(addr, size, write, pc, frame);
  if (unlikely(rt.weak) && !weak_plain_is_interleaved())
    weak_plain(addr, size, write);
  uint32_t plain = rt.plain;
  if (unlikely(plain == PLAIN_WATCHED))
    plain = spinloop_plain(addr, size, write, pc) ? rt.behind : PLAIN_BOUNDED;
  if (unlikely(rt.recording) && plain != PLAIN_BOUNDED && plain != PLAIN_IN_BLOCK)
    record_watched(addr, size, write, plain == PLAIN_CHECKED, pc, frame);
  if (!write && (plain == PLAIN_CHECKED || plain == PLAIN_BOUNDED))
    hidden_read(addr, size);
  if (likely(plain == PLAIN_CHECKED) && unlikely(annotations_ignore(write)))
    return;
  if (likely(plain == PLAIN_CHECKED))
    check(addr, size, write, pc, frame);
  else if (plain == PLAIN_BOUNDED || addr < FIRST_PAGE) /* there, the access will crash */
    return;
  else if (plain == PLAIN_IN_BLOCK)
    in_block(addr, size, write, pc, frame);
  else if (rt.current->await)
    await_reads(addr, (uint32_t)size, write ? RV_WRITE : RV_READ, pc, frame);
  else if (unlikely(rt.weak) && !weak_plain_is_interleaved())
    return;
  else if (write ? !touch_privately(addr, size)
                 : !is_own(addr, size, pc, ENTRY, stack_owner(addr) != RV_NO_THREAD))
    interleave(addr, size, write, pc, frame, ENTRY);
  else if (unlikely(rt.weak))
    weak_plain(addr, size, write);
  wipe_if_loops();
}

void plain_write_goes_on(uint64_t addr, uint64_t size, uint64_t pc, void *frame) {
  const uint32_t plain = rt.plain == PLAIN_WATCHED ? rt.behind : rt.plain;
  if (plain == PLAIN_CHECKED && !annotations_ignore(true))
    check(addr, size, true, pc, frame);
}

/* Mappings are longer than what the program uses of them. */
static bool touch_mapping_privately(uint64_t addr, uint64_t size) {
  const uint64_t before = private_grew;
  const bool is_private = private_touch_used(interruption_context(), addr, size);
  note_marks(before);
  return is_private;
}

static bool is_seen_by_others(const struct plain_range *range) {
  if (range->size == 0 || range->addr < FIRST_PAGE)
    return false;
  return range->remapped ? !touch_mapping_privately(range->addr, range->size)
                         : !touch_privately(range->addr, range->size);
}

static void record_range(const struct plain_range *range, uint64_t pc) {
  if (range->remapped)
    record_access(RECORD_STATE_CHANGE, state_place(STATE_MAPPINGS, 0), SHARED_STATE_STRIDE,
                  UINT64_MAX, 0, pc);
  else
    record_plain(range->addr, range->size, range->write, pc);
}

/* One event for all of them. */
static void interleave_ranges(const struct plain_range *ranges, uint32_t n, uint64_t pc,
                              void *frame) {
  struct rv_access seen[MAX_RANGES];
  const struct plain_range *which[MAX_RANGES];
  uint32_t n_seen = 0;
  for (uint32_t i = 0; i < n; i++)
    if (is_seen_by_others(&ranges[i])) {
      which[n_seen] = &ranges[i];
      seen[n_seen++] = (struct rv_access){ranges[i].addr, (uint32_t)ranges[i].size,
                                          ranges[i].write ? RV_WRITE : RV_READ};
      if (unlikely(rt.weak))
        weak_other_access(ranges[i].addr, ranges[i].size);
    }
  if (n_seen > 0)
    visible_ranges(seen, n_seen, pc);
  for (uint32_t i = 0; i < n; i++)
    if (!ranges[i].unsure && !ranges[i].remapped && ranges[i].size > 0)
      memory_check(ranges[i].addr, ranges[i].size, ranges[i].write, pc, frame);
  if (n_seen > 0)
    performed(state_is_place(seen[0].addr) || which[0]->remapped
                  ? 0
                  : contents(seen[0].addr, seen[0].size));
  for (uint32_t i = 0; i < n_seen; i++)
    record_range(which[i], pc);
}

/* A mapping changes: a race with accesses that are not ordered with that. */
static void check_mapping(const struct plain_range *range, uint64_t pc, void *frame) {
  struct datarace race;
  if (rt.recording)
    record_watched(range->addr, range->size, range->write, false, pc, frame);
  if (!races_are_checked() || is_long_and_first(range->size))
    return;
  if (datarace_remap(rt.current->tid, range->addr, range->size, range->write, &race))
    race_found(&race, ACCESS_REMAP, true, pc, frame);
}

/* It has no value that a read could take from one write or another. */
static bool is_no_memory(const struct plain_range *range) {
  return range->remapped || state_is_place(range->addr);
}

void plain_ranges(const struct plain_range *ranges, uint32_t n, uint64_t pc, void *frame) {
  if (plain_is_visible() && (n > 1 || ranges[0].unsure || is_no_memory(&ranges[0]))) {
    not_spinning();
    interleave_ranges(ranges, n, pc, frame);
    return;
  }
  for (uint32_t i = 0; i < n; i++)
    if (ranges[i].remapped)
      check_mapping(&ranges[i], pc, frame);
    else if (!ranges[i].unsure)
      plain_access(ranges[i].addr, ranges[i].size, ranges[i].write, pc, frame);
}

/* --- ordered accesses ----------------------------------------------------------------------------
 */

/* It is not an event, but it is part of what an iteration of a loop does. */
static void tell_loops(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc) {
  if (rt.plain == PLAIN_WATCHED && mode != RV_WRITE)
    spinloop_plain(addr, size, false, pc);
  if (rt.plain == PLAIN_WATCHED && mode != RV_READ)
    spinloop_plain(addr, size, true, pc);
}

/* False: no other thread can see it. */
static inline bool is_event(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc, void *frame) {
  if (unlikely(rt.current->await != NULL)) {
    await_reads(addr, size, mode, pc, frame);
    return false;
  }
  if (unlikely(rt.solo)) {
    operation_goes_on(addr, size, mode);
    if (mode & RV_READ)
      hidden_read(addr, size);
    return false;
  }
  if (stack_owner(addr) != RV_NO_THREAD && is_own(addr, size, pc, frame, false)) {
    tell_loops(addr, size, mode, pc);
    return false;
  }
  if (rt.races == RACES_INTERLEAVE)
    touch_atomically(addr, size);
  return true;
}

struct ordered ordered_access_begins(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc,
                                     void *frame) {
  if (unlikely(rt.weak) && !rt.current->sc_order)
    weak_other_access(addr, size);
  const bool judged_later = rt.current->sc_order & (WEAK_MEMORY_COMPARES | WEAK_MEMORY_UPDATES);
  const bool event = is_event(addr, size, mode, pc, frame);
  const bool stood = event && visible_access_begins(addr, size, mode, pc, frame);
  return (struct ordered){event, stood, judged_later};
}

void ordered_access_ends(struct ordered how, uint64_t addr, uint32_t size, uint32_t mode,
                         uint64_t pc, void *frame) {
  struct thread *const self = rt.current;
  visible_access_ends(how.stood);
  self->sc_order = 0;
  if (unlikely(rt.recording) && !self->await)
    record_watched(addr, size, mode != RV_READ, !how.event, pc, frame);
  memory_check(addr, size, mode != RV_READ, pc, frame);
  if (how.event && unlikely(rt.weak) && !how.judged_later && mode == RV_READ)
    weak_loop_reads_last(self, addr, size);
}

bool weak_ordered_access(const struct rv_op *op, uint64_t addr, uint64_t pc, void *entry) {
  const uint32_t size = op->access.size;
  const bool write = op->access.mode != RV_READ;
  if (in_atomic_block())
    weak_refuse("an atomic access in an atomic block");
  bool event = !rt.solo;
  if (!event)
    operation_goes_on(addr, size, op->access.mode);
  if (event && size && stack_owner(addr) != RV_NO_THREAD && is_own(addr, size, pc, entry, false))
    event = false;
  if (event && size && rt.races == RACES_INTERLEAVE)
    touch_atomically(addr, size);
  if (event)
    visible_weak(op, pc, entry);
  if (size && unlikely(rt.recording))
    record_watched(addr, size, write, !event, pc, entry);
  if (size)
    memory_check(addr, size, write, pc, entry);
  return event;
}

/* --- freeing -------------------------------------------------------------------------------------
 */

static void race_of_free(const struct datarace *race, uint64_t pc, void *frame) {
  if (symmetry_explains(race))
    return;
  const char *use = race->other_atomic ? "use" : other_name(race);
  tell_races_apart(race);
  struct shared_error *error =
      error_report(ERROR_DATA_RACE, rt.current->tid, pc, frame,
                   "free of a block races with a %s of it by another thread", use);
  tell_other_side(error, race);
}

/* To the other threads it is a write of the whole block. */
void freeing_access(uint64_t addr, uint64_t size, uint64_t pc, void *frame) {
  struct datarace race;
  if (rt.solo)
    return;
  if (rt.recording)
    record_watched(addr, size, true, false, pc, frame);
  if (rt.races == RACES_REPORT) {
    if (is_long_and_first(size))
      return;
    if (datarace_free(rt.current->tid, addr, size, &race))
      race_of_free(&race, pc, frame);
  } else if (rt.plain == PLAIN_BOUNDED || !touch_privately(addr, size)) {
    if (unlikely(rt.weak))
      weak_other_access(addr, size);
    visible_access(addr, (uint32_t)size, RV_WRITE, pc, NULL);
    performed_as(0, RV_WRITE, 0);
  }
}
