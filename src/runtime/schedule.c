/*
 * Stopping and going on. A thread runs until it stands before its next visible operation; then
 * the next step is either prescribed by the steps being replayed, and control passes straight to
 * its thread (or stays here, without a switch), or it is the driver's turn to choose.
 *
 * Threads that start, and threads whose join is satisfied, run their local code at once: whoever
 * caused it waits in `resume_to` and goes on when they stop.
 */
#include <string.h>

#include "runtime/atomic_block.h"
#include "runtime/attempt.h"
#include "runtime/await.h"
#include "runtime/cancel.h"
#include "runtime/error.h"
#include "runtime/interrupt.h"
#include "runtime/long_execution.h"
#include "runtime/memory_errors.h"
#include "runtime/object.h"
#include "runtime/operations.h"
#include "runtime/record.h"
#include "runtime/resume.h"
#include "runtime/spinloop.h"
#include "runtime/turn.h"
#include "runtime/weak_loop.h"
#include "runtime/weak_memory.h"
#include "runtime/weak_plain.h"
#include "runtime/weak_undecided.h"

struct runtime rt;

static inline void set_bit(uint64_t *set, rv_tid tid) {
  set[tid / 64] |= UINT64_C(1) << (tid % 64);
}

static inline void clear_bit(uint64_t *set, rv_tid tid) {
  set[tid / 64] &= ~(UINT64_C(1) << (tid % 64));
}

/* What a store has replaced nobody has read: it may be whatever was on the stack. */
static bool same_as_recorded(const struct rv_replay *then) {
  const struct rv_step *now = &rt.step;
  const bool same_value = now->value == then->value || now->op.flags & RV_OP_REPLACED;
  return same_value && now->op.access.mode == then->op.access.mode &&
         !((now->op.flags ^ then->op.flags) & ~RV_OP_BLIND);
}

static bool stands_before_recorded(const struct thread *thread, const struct rv_replay *then) {
  const struct rv_op *op = &thread->pending;
  const bool same_range =
      op->access.addr == then->op.access.addr && op->access.size == then->op.access.size;
  return thread->state == THREAD_READY && op->kind == then->op.kind &&
         (same_range || op->flags & RV_OP_VARIES) &&
         (op->more_count == then->op.more_count || op->access.size == 0);
}

/* The thread's ranges are on its stack, which it goes on to use for other things in this step. */
static void keep_ranges(void) {
  for (uint32_t i = 0; i < rt.step.op.more_count; i++)
    rt.ranges[i] = rt.step.op.more[i];
  rt.step.op.more = rt.ranges;
}

/* The thread begins the step it stands before. */
static inline void begin_step(struct thread *thread, uint32_t choice) {
  thread->state = THREAD_RUNNING;
  thread->turns++;
  thread->changes += thread->pending.access.mode != RV_READ;
  clear_bit(rt.ready, thread->tid);
  rt.step_pc = thread->pc;
  rt.step.op = thread->pending;
  if (unlikely(thread->pending.more_count))
    keep_ranges();
  rt.step.value = 0;
  rt.step.choice = rt.choice = choice;
  rt.step.n_effects = 0;
  rt.step.awaits = false;
  row_goes_on(thread);
  rt.steps++;
  rt.progress++;
}

/* It is about to run. */
static inline void follow_step(struct thread *thread) {
  if (unlikely(thread->watch))
    spinloop_begin_step(thread);
  if (unlikely(rt.turns))
    turn_begin_step(thread);
  if (unlikely(rt.weak))
    weak_loop_begin_step(thread);
}

/* A step that is not made, as it has killed a process or is beyond a bound: its thread stops there,
 * in a replay too. */
void skip_step(struct thread *thread) {
  const uint32_t plain = rt.plain;
  thread->watch = 0;
  thread->turning = false;
  begin_step(thread, 0);
  rt.plain = plain; /* nothing is watched in it */
  thread->state = THREAD_FAILED;
  rt.step.op.access.mode |= STEP_SKIPPED;
  rt.failed = true;
}

/* A step is not what it was: `now` instead of `then`. */
static struct thread *diverge(const struct rv_replay *then, const struct rv_op *now, uint64_t value,
                              uint64_t pc) {
  rt.diverged = true;
  error_diverged(then, now, value, pc);
  return NULL;
}

/* Begins the recorded step at the cursor; NULL: there is none left, or it can't be begun. */
static struct thread *begin_recorded(void) {
  for (; rt.cursor != rt.replay_end; rt.cursor += rt.replay_stride) {
    const struct rv_replay *next = (const struct rv_replay *)rt.cursor;
    struct thread *thread = &rt.threads[next->thread];
    if (unlikely(thread->await != NULL))
      await_update(thread);
    if (unlikely(thread->trial != NULL))
      iteration_decided(thread, next->op.kind);
    if (unlikely(!stands_before_recorded(thread, next)))
      return diverge(next, thread->state == THREAD_READY ? &thread->pending : NULL, 0, thread->pc);
    if (likely(!(next->op.access.mode & STEP_SKIPPED))) {
      if (unlikely(rt.turns && turn_looks(thread))) {
        rt.waits_for_driver = rt.current != NULL;
        if (rt.waits_for_driver)
          return NULL;
        turn_try_look(thread);
      }
      begin_step(thread, next->choice);
      follow_step(thread);
      return thread;
    }
    skip_step(thread);
  }
  return NULL;
}

/* The step that just ended was a replayed one if the cursor has moved: it must have done what
 * was recorded. Then the thread of the next recorded step, or NULL: it is the driver's turn. */
static inline struct thread *next_recorded(void) {
  if (rt.cursor == rt.replay_end)
    return NULL;
  const struct rv_replay *made = (const struct rv_replay *)rt.cursor;
  if (unlikely(!same_as_recorded(made)))
    return diverge(made, &rt.step.op, rt.step.value, rt.step_pc);
  rt.cursor += rt.replay_stride;
  return begin_recorded();
}

/* What is in use below is not far away: after so many lines of zeros there is no more. */
enum { WIPE_MARGIN = 8, WIPE_LINE = 8 };
typedef uint64_t wiped __attribute__((vector_size(16), may_alias));

static inline bool line_is_zero(const wiped *line) {
  const wiped all = line[0] | line[1] | line[2] | line[3] | line[4] | line[5] | line[6] | line[7];
  return (all[0] | all[1]) == 0;
}

static inline void line_wipe(wiped *line) {
  line[0] = line[1] = line[2] = line[3] = (wiped){0};
  line[4] = line[5] = line[6] = line[7] = (wiped){0};
}

__attribute__((noinline)) void wipe_below(void) {
  wiped frame[2] = {{0}};
  wiped *line = frame;
  __asm__ volatile("" : "+r"(line)::"memory"); /* beyond the frame: no longer a pointer into it */
  const wiped *const low = (const wiped *)(void *)rt.current->stack_low + WIPE_LINE;
  for (uint32_t zeros = 0; zeros < WIPE_MARGIN && line >= low; zeros++) {
    line -= WIPE_LINE;
    if (!line_is_zero(line)) {
      line_wipe(line);
      zeros = 0;
    }
  }
}

/* A thread, or the driver, is about to go on. Returns its stack. */
static inline void *hand_over(struct thread *to) {
  rt.current = to;
  if (!to)
    return rt.driver_sp;
  tls_set(to->tls);
  return to->sp;
}

static inline void go_to(struct thread *self, struct thread *to) {
  switch_stack(&self->sp, hand_over(to));
}

/* For switch_away(). */
static inline void lets_go_on(struct thread *self, struct thread *to) {
  rt.next_sp = to == self ? NULL : hand_over(to);
}

/* The current thread has nothing more to do in this step. Returns who goes on. */
static inline struct thread *next_after(struct thread *self) {
  if (unlikely(rt.plain == PLAIN_WATCHED))
    spinloop_step_ends();
  if (unlikely(rt.recording))
    record_step_ends();
  if (unlikely(rt.weak)) {
    weak_plain_ends();
    weak_undecided_ends();
  }
  struct thread *const to = self->resume_to;
  if (!to)
    return next_recorded();
  self->resume_to = NULL;
  return to;
}

static inline void step_ends(struct thread *self) {
  struct thread *const to = next_after(self);
  if (to != self)
    go_to(self, to);
  wipe_if_loops();
}

/* The thread stands before its operation; false: it makes it at once. `entry`: the ENTRY of the
 * function that the program has called; NULL: it is not known. */
static inline bool stands(struct thread *self, uint64_t pc, void *entry) {
  self->entry = entry;
  if (in_atomic_block()) {
    atomic_block_operation(pc, FRAME);
    return false;
  }
  if (unlikely(self->progress.most))
    progress_stand(self);
  self->pc = pc;
  self->state = THREAD_READY;
  set_bit(rt.ready, self->tid);
  if (self->blocking) {
    set_bit(rt.blockable, self->tid);
    rt.step.awaits = true;
    attempt_waits(self);
  } else {
    clear_bit(rt.blockable, self->tid);
  }
  return true;
}

static inline void stand(struct thread *self, uint64_t pc, void *entry) {
  if (!stands(self, pc, entry))
    return;
  step_ends(self);
  if (unlikely(self->progress.tries))
    progress_try(self);
}

void stand_before_pending(uint64_t pc) {
  weak_loop_ends(rt.current);
  if (unlikely(rt.current->turning))
    turn_step_ends(rt.current);
  rt.current->general = rt.current->await == NULL;
  stand(rt.current, pc, NULL);
}

/* Under a weak memory model: what the step that ends was to loops is known now. */
static void loops_go_on(struct thread *self) {
  weak_undecided_ends();
  weak_loop_step_ends(self);
}

/* False: no other thread is left, and nothing needs to be scheduled. */
static inline bool prepare(enum rv_op_kind kind, uint64_t addr, uint32_t size, uint32_t mode,
                           uint64_t pc, void *entry) {
  struct thread *self = rt.current;
  if (unlikely(rt.solo)) {
    operation_goes_on(addr, size, kind == RV_OP_MEMORY ? mode : RV_WRITE);
    return false;
  }
  if (unlikely(self->cancellation.asynchronous))
    cancellation_point(pc, entry);
  interruption_point(pc, entry);
  if (unlikely(self->turning))
    turn_step_ends(self);
  self->general = false;
  if (unlikely(rt.weak)) {
    loops_go_on(self);
    if (kind != RV_OP_UNLOCK && (kind != RV_OP_MEMORY || mode != RV_READ) &&
        !(self->sc_order & (WEAK_MEMORY_COMPARES | WEAK_MEMORY_UPDATES)))
      weak_loop_ends(self);
  }
  self->pending = (struct rv_op){.kind = (uint8_t)kind, .access = {addr, size, mode}};
  if (unlikely(self->sc_order)) {
    self->pending.weak = self->sc_order & (RV_WEAK_SC | RV_WEAK_ORDER);
    self->pending.flags = self->sc_order & WEAK_MEMORY_COMPARES ? RV_OP_COMPARES : 0;
    self->sc_order = 0;
  }
  self->blocking = NULL;
  return true;
}

void visible(enum rv_op_kind kind, uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc,
             void *entry) {
  if (prepare(kind, addr, size, mode, pc, NULL))
    stand(rt.current, pc, entry);
  object_check_lock((const void *)(uintptr_t)addr, size, pc);
}

/* Every now and then the place is remembered: a thread that stands there again may spin. */
static inline bool stands_in_loop(struct thread *self, uint64_t pc, void *entry) {
  self->pc = pc;
  if (likely(!in_atomic_block() && !rt.weak && !self->progress.most)) {
    if (unlikely(turn_matters(self, pc)) && !turn_stand(self, entry))
      return false;
    if (unlikely(self->watch || pc == self->guess || rt.spins[SPINLOOP_SLOT(pc)]))
      spinloop_stand(self, entry);
    else if (spinloop_guesses(self))
      self->guess = pc;
  }
  const bool may_only_read =
      self->trial || (self->pending.kind == RV_OP_MEMORY && self->pending.access.mode & RV_READ);
  if (unlikely(rt.weak) && entry && may_only_read && !self->patience)
    weak_loop_stand(self, entry);
  return stands(self, pc, entry);
}

bool visible_access_begins(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc, void *entry) {
  struct thread *const self = rt.current;
  rt.next_sp = NULL;
  if (!prepare(RV_OP_MEMORY, addr, size, mode, pc, entry) || !stands_in_loop(self, pc, entry))
    return false;
  lets_go_on(self, next_after(self));
  return true;
}

void visible_access_ends(bool stood) {
  if (stood && unlikely(rt.current->progress.tries))
    progress_try(rt.current);
}

void visible_access(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc, void *entry) {
  struct thread *const self = rt.current;
  const bool stood = visible_access_begins(addr, size, mode, pc, entry);
  switch_away(self);
  visible_access_ends(stood);
  /* No tail call: whether there was a switch must not show in what the next turn of a loop finds in
   * the unused corners of this frame. */
  __asm__ volatile("");
}

void visible_weak(const struct rv_op *op, uint64_t pc, void *entry) {
  struct thread *self = rt.current;
  if (prepare(RV_OP_MEMORY, op->access.addr, op->access.size, op->access.mode, pc, entry)) {
    self->pending = *op;
    self->pc = pc;
    if (entry && op->access.mode == RV_READ && op->access.size)
      weak_loop_stand(self, entry);
    stand(self, pc, entry);
  }
  __asm__ volatile("");
}

bool visible_try(const struct rv_op *op, const struct trial *trial, bool timed, uint64_t pc,
                 void *entry) {
  struct thread *self = rt.current;
  if (timed)
    weak_loop_ends(self);
  else if (unlikely(rt.weak))
    self->sc_order = WEAK_MEMORY_UPDATES;
  if (prepare(op->kind, op->access.addr, op->access.size, op->access.mode, pc, entry)) {
    self->pending.flags = op->flags;
    self->trial = trial;
    self->patience = timed ? trial->until : NULL;
    if (stands_in_loop(self, pc, entry)) {
      step_ends(self);
      if (unlikely(self->progress.tries))
        progress_try(self);
    }
    self->trial = NULL;
    self->patience = NULL;
    if (!timed)
      weak_undecided_object(op->access.addr, op->access.size);
  }
  object_check((const void *)op->access.addr, op->access.size, pc);
  return iteration_tried() && !iteration_together();
}

/* `entry`: NULL, or what a thread that comes back to stand here has gone round. */
static inline void stand_before(const struct rv_op *op, const struct blocking *blocking,
                                uint64_t pc, void *entry) {
  struct thread *self = rt.current;
  if (unlikely(self->cancellation.asynchronous))
    cancellation_point(pc, NULL);
  if (unlikely(self->interruption.possible) && !rt.solo) {
    if (blocking) {
      interruption_wait(op, visible_operation, blocking, pc);
      return;
    }
    interruption_test(pc, entry);
  }
  if (unlikely(self->turning))
    turn_step_ends(self);
  self->general = op->kind != RV_OP_LOCK;
  if (op->kind != RV_OP_LOCK)
    weak_loop_ends(self);
  else if (unlikely(rt.weak))
    loops_go_on(self);
  self->pending = *op;
  self->blocking = blocking;
  if (unlikely(rt.solo)) {
    if (blocking && !blocking->can_go_on(self)) {
      operation_waits();
      stop_for_good(THREAD_EXITING); /* an exit handler that waits for ever: not an error */
    }
    return;
  }
  if (entry && !in_atomic_block() && !self->progress.most && unlikely(turn_matters(self, pc))) {
    self->pc = pc;
    turn_stand(self, entry);
  }
  if (unlikely(rt.weak) && entry && op->kind == RV_OP_LOCK) {
    self->pc = pc;
    weak_loop_stand(self, entry);
  }
  stand(self, pc, entry);
}

void visible_operation(const struct rv_op *op, const struct blocking *blocking, uint64_t pc) {
  stand_before(op, blocking, pc, NULL);
}

void visible_wait(const struct rv_op *op, const struct blocking *until, uint64_t pc, void *entry) {
  stand_before(op, until, pc, entry);
}

void visible_timed(const struct rv_op *op, const struct blocking *until, uint64_t pc) {
  struct thread *self = rt.current;
  if (unlikely(rt.solo))
    return;
  if (unlikely(self->cancellation.asynchronous))
    cancellation_point(pc, NULL);
  if (unlikely(self->interruption.possible)) {
    interruption_wait(op, visible_timed, until, pc);
    return;
  }
  if (unlikely(self->turning))
    turn_step_ends(self);
  self->general = true;
  weak_loop_ends(self);
  self->pending = *op;
  self->blocking = NULL;
  self->patience = until;
  stand(self, pc, NULL);
  self->patience = NULL;
}

void visible_lock(uint64_t addr, uint32_t size, const struct blocking *until_free, uint64_t pc,
                  void *entry) {
  stand_before(&(struct rv_op){.kind = RV_OP_LOCK, .access = {addr, size, RV_READ | RV_WRITE}},
               until_free, pc, entry);
  object_check_lock((const void *)(uintptr_t)addr, size, pc);
}

void visible_ranges(const struct rv_access *ranges, uint32_t n, uint64_t pc) {
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .more_count = (uint16_t)(n - 1),
                                    .access = ranges[0],
                                    .more = ranges + 1},
                    NULL, pc);
}

void visible_choice(uint32_t choices, uint64_t pc) {
  struct thread *self = rt.current;
  interruption_point(pc, NULL);
  if (unlikely(self->turning))
    turn_step_ends(self);
  weak_loop_ends(self);
  self->pending = (struct rv_op){.kind = RV_OP_CHOOSE, .choices = choices};
  self->blocking = NULL;
  self->general = true;
  stand(self, pc, NULL);
  rt.row.chosen = rt.steps;
}

void effect(enum rv_effect_kind kind, rv_tid thread, rv_tid other) {
  not_spinning();
  rt.effects[rt.step.n_effects++] = (struct rv_effect){kind, thread, other};
}

void run_local(struct thread *thread) {
  not_spinning();
  struct thread *self = rt.current;
  if (in_atomic_block())
    atomic_block_refuse("creating a thread", self->pc, FRAME);
  thread->state = THREAD_RUNNING;
  if (!self) { /* for the driver: where the thread stops, no recorded step ends */
    const char *cursor = rt.cursor;
    rt.cursor = rt.replay_end;
    resume(thread);
    rt.cursor = cursor;
    return;
  }
  thread->resume_to = self;
  go_to(self, thread);
}

/* It has nothing more to do in this step, and does not stand before an operation. */
static inline void stops(struct thread *self, enum thread_state state) {
  if (in_atomic_block() && state == THREAD_JOINING)
    atomic_block_refuse("waiting for another thread", self->pc, FRAME);
  if (in_atomic_block())
    atomic_block_leave();
  self->state = state;
  self->entry = NULL;
}

void stop_in(enum thread_state state) {
  struct thread *const self = rt.current;
  stops(self, state);
  step_ends(self);
}

void stop_begins(enum thread_state state) {
  struct thread *const self = rt.current;
  stops(self, state);
  lets_go_on(self, next_after(self));
}

_Noreturn void stop_for_good(enum thread_state state) {
  stop_in(state);
  __builtin_trap();
}

_Noreturn void pass_on_to(struct thread *thread) {
  struct thread *self = rt.current;
  if (in_atomic_block())
    atomic_block_leave();
  thread->resume_to = self->resume_to;
  thread->state = THREAD_RUNNING;
  self->resume_to = NULL;
  self->state = THREAD_ENDED;
  self->entry = NULL;
  go_to(self, thread);
  __builtin_trap();
}

void begin_planned_step(struct thread *thread, uint32_t choice) {
  if (unlikely(thread->await != NULL))
    await_update(thread);
  if (unlikely(thread->trial != NULL))
    iteration_decide(thread);
  if (unlikely(rt.turns && turn_looks(thread)))
    turn_try_look(thread);
  begin_step(thread, choice);
  follow_step(thread);
}

static bool resume_in_one_go(const struct rv_replay *first, size_t stride, size_t n) {
  rt.cursor = (const char *)first;
  rt.replay_stride = stride;
  rt.replay_end = rt.cursor + n * stride;
  rt.diverged = false;
  do {
    rt.waits_for_driver = false;
    struct thread *thread = begin_recorded();
    if (thread)
      resume(thread);
  } while (unlikely(rt.waits_for_driver));
  bool all = rt.cursor == rt.replay_end && !rt.diverged;
  rt.cursor = rt.replay_end = NULL;
  return all;
}

/* Makes the recorded steps from `first` on; false: they did not repeat. Where states are compared,
 * each is made by the driver: what a thread's stack holds of this library is the same then as when
 * the step was made first. */
bool resume_recorded(const struct rv_replay *first, size_t stride, size_t n) {
  if (likely(!rt.shared->request.explorer.stateful))
    return resume_in_one_go(first, stride, n);
  bool same = true;
  for (size_t i = 0; same && i < n; i++)
    same = resume_in_one_go((const void *)((const char *)first + i * stride), stride, 1);
  return same;
}
