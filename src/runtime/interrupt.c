#define _GNU_SOURCE
#include "runtime/interrupt.h"

#include <stdio.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/atomic_block.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/record.h"
#include "runtime/signals.h"
#include "runtime/spinloop.h"
#include "runtime/thread.h"
#include "runtime/weak.h"

static uint64_t arrived_at(const struct thread *thread) {
  return (uintptr_t)&signals_arrived[thread->tid];
}

enum { ARRIVED_SIZE = sizeof signals_arrived[0] };

static uint64_t last_look_of(const struct thread *thread) {
  return state_place(STATE_LAST_LOOK, thread->tid);
}

static uint64_t place_of(rv_tid tid) {
  return state_place(STATE_INTERRUPTED, tid + 1);
}

static uint64_t place_of_number(int number) {
  return state_place(STATE_INTERRUPTED, SHARED_MAX_THREADS + 1 + (uint64_t)number);
}

bool interruptions_happen(void) {
  return is_marked(state_place(STATE_INTERRUPTED, 0));
}

static bool are_new; /* a thread was not known to be interrupted, and may wait as if it were not */
static uint64_t coming; /* signals that are sent to others in this program, by number - 1 */

bool interruptions_are_new(void) {
  return are_new;
}

void interruptions_reset(void) {
  are_new = false;
  coming = 0;
  for (int number = 1; number <= 64 && is_marked(place_of_number(0)); number++)
    if (is_marked(place_of_number(number)))
      coming |= signal_bit(number);
}

void signal_is_coming(int number) {
  mark(place_of_number(0)); /* there are any */
  mark(place_of_number(number));
  coming |= signal_bit(number);
}

bool signals_are_coming(uint64_t mask) {
  return coming & ~mask;
}

void interruption_thread_begins(struct thread *thread) {
  thread->interruption.possible = is_marked(place_of(thread->tid));
}

void interruption_adds(rv_tid tid, struct state_acts *acts) {
  if (tid == rt.current->tid || !rt.threads[tid].interruption.possible)
    return;
  mark(arrived_at(&rt.threads[tid]));
  state_add(acts, arrived_at(&rt.threads[tid]), RV_READ);
}

void interruption_adds_all(struct state_acts *acts) {
  const rv_tid self = rt.current->tid;
  state_add_range(acts, (uintptr_t)signals_arrived, self, RV_READ);
  state_add_range(acts, (uintptr_t)&signals_arrived[self + 1], SHARED_MAX_THREADS - self - 1,
                  RV_READ);
}

/* --- on its way ----------------------------------------------------------------------------------
 */

/* The argument of a carrier is one word: the signal and the thread that it is for. */
enum { TARGET_BITS = 16 };

static rv_tid carried_to(const struct thread *carrier) {
  return (uintptr_t)carrier->argument & ((1U << TARGET_BITS) - 1);
}

static struct signal_sent *carried_by(const struct thread *carrier) {
  return pending_find((uint32_t)((uintptr_t)carrier->argument >> TARGET_BITS), carried_to(carrier));
}

/* One for anybody does not come to a thread that has looked for the last time. */
static bool comes_in_time(const struct signal_sent *signal, const struct thread *target) {
  return signal->target != SIGNALS_ANYBODY || !target->interruption.over;
}

/* What a thread will block while it handles what has arrived, or is for it alone. */
static uint64_t about_to_be_blocked(rv_tid tid) {
  uint64_t mask = 0;
  const uint64_t own = pending_for_it_alone(tid) & ~signals_mask_of(tid);
  for (uint64_t left = signals_arrived[tid] | own; left; left &= left - 1)
    mask |= signals_mask_in_handler(__builtin_ctzll(left) + 1);
  return mask;
}

/* Nobody else has taken it, and the thread does not block it. One for anybody is for others as long
 * as the thread has a handler to run first that blocks it. */
static bool can_arrive(struct thread *carrier) {
  const struct signal_sent *const signal = carried_by(carrier);
  const rv_tid target = carried_to(carrier);
  if (!signal || !comes_in_time(signal, &rt.threads[target]) || !pending_is_first(signal))
    return false;
  const uint64_t soon = signal->target == SIGNALS_ANYBODY ? about_to_be_blocked(target) : 0;
  return !((signals_mask_of(target) | soon) & signal_bit(signal->number));
}

static void carrier_describe(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_SIGNAL;
  wait->object = 0;
}

static const struct blocking until_it_can_arrive = {can_arrive, carrier_describe};

static void *carry(void *argument) {
  struct thread *const self = rt.current, *const target = &rt.threads[carried_to(self)];
  const bool is_for_anybody = carried_by(self)->target == SIGNALS_ANYBODY;
  const struct rv_access more[] = {
      {signals_mask_place(target->tid), SHARED_STATE_STRIDE, RV_READ},
      {last_look_of(target), SHARED_STATE_STRIDE, RV_READ},
      {pending_place(carried_by(self)->target), SHARED_STATE_STRIDE, RV_READ | RV_WRITE},
      {pending_place(target->tid), SHARED_STATE_STRIDE, RV_READ}};
  visible_operation(
      &(struct rv_op){.kind = RV_OP_AWAIT,
                      .access = {arrived_at(target), ARRIVED_SIZE, RV_READ | RV_WRITE},
                      .more = more,
                      .more_count = is_for_anybody ? 4 : 3},
      &until_it_can_arrive, self->pc);
  struct signal_sent *const signal = carried_by(self);
  struct record *const line = record(RECORD_ARRIVES, self->pc);
  if (line) {
    line->other = target->tid;
    line->value = (uint64_t)signal->number;
  }
  object_acquire((const void *)(uintptr_t)pending_place(signal->target));
  pending_arrives(signal, target);
  object_release((const void *)arrived_at(target));
  performed(0);
  (void)argument;
  thread_vanish();
}

static void name_carrier(rv_tid tid, int number) {
  char *const name = rt.shared->threads[tid].name;
  const char *const known = sigabbrev_np(number);
  if (known)
    snprintf(name, sizeof rt.shared->threads[tid].name, "SIG%s", known);
  else
    snprintf(name, sizeof rt.shared->threads[tid].name, "signal %d", number);
}

void signal_carry(const struct signal_sent *signal, rv_tid target, uint64_t pc, void *frame) {
  weak_matters();
  if (rt.weak)
    weak_refuse("a signal that interrupts another thread");
  are_new |= !is_marked(place_of(target)) || !is_marked(place_of_number(signal->number));
  mark(state_place(STATE_INTERRUPTED, 0));
  mark(place_of(target));
  signal_is_coming(signal->number);
  mark(signals_mask_place(target));
  mark(arrived_at(&rt.threads[target]));
  mark(pending_place(signal->target));
  mark(pending_place(target));
  rt.threads[target].interruption.possible |= !rt.threads[target].interruption.over;
  void *const argument = (void *)((uintptr_t)signal->id << TARGET_BITS | target);
  const int number = signal->number;
  struct thread *const carrier = thread_create(rt.current, carry, argument, 0, pc);
  if (!carrier)
    fail(ERROR_UNSUPPORTED, pc, frame,
         "more than %d different threads and signals are not "
         "supported",
         SHARED_MAX_THREADS);
  carrier->interruption = (struct interruption){.carries = true};
  carrier->detached = true;
  carrier->pc = pc;
  name_carrier(carrier->tid, number);
  run_local(carrier);
}

/* --- handling ------------------------------------------------------------------------------------
 */

/* What the thread has prepared for the operation that it is about to make is as it was. */
static void go_on_as_before(struct thread *self, const struct thread *before) {
  self->ticket = before->ticket;
  self->joining = before->joining;
  self->cancellation.until = before->cancellation.until;
  self->interruption.until = before->interruption.until;
  self->interruption.ends = before->interruption.ends;
  self->interruption.frame = before->interruption.frame;
  self->hook = before->hook;
  memcpy(self->operands, before->operands, sizeof self->operands);
}

/* All that has arrived and is not blocked. Returns whether a handler has run; `restarted`: none of
 * them has asked for less. */
static bool handle_arrived(uint64_t pc, void *frame, bool *restarted) {
  struct thread *const self = rt.current;
  const struct thread before = *self;
  struct signal_sent signal;
  bool any = false;
  not_spinning();
  object_acquire((const void *)arrived_at(self));
  if (!self->interruption.frame || (const char *)FRAME > self->interruption.frame)
    self->interruption.frame = FRAME;
  while (pending_take(self->tid, ~signals_mask_of(self->tid), true, &signal)) {
    self->interruption.ends = WAIT_GOES_ON;
    *restarted &= (signals_action(signal.number)->sa_flags & SA_RESTART) != 0;
    any |= signals_handle(&signal, pc, frame);
  }
  go_on_as_before(self, &before);
  return any;
}

/* Something could come that is not blocked, and the thread is where it can be interrupted. Whether
 * there is a handler by now does not matter: it may as well have been set before. */
static bool is_interruptible(const struct thread *self) {
  return !rt.solo && !in_atomic_block() && !self->await &&
         signals_are_coming(signals_mask_of(self->tid));
}

static bool has_arrived(const struct thread *thread) {
  return signals_arrived[thread->tid] & ~signals_mask_of(thread->tid);
}

/* What has arrived is taken, and the mask changes; if nothing has, that was a read. */
static void look(struct thread *self, uint64_t pc, void *entry) {
  visible_access(arrived_at(self), ARRIVED_SIZE, RV_READ | RV_WRITE, pc, entry);
}

/* From now on nothing comes that is for anybody; and where the thread ends, who sends that can
 * tell, as if it had blocked all signals. */
static void look_for_the_last_time(struct thread *self, bool ends, uint64_t pc) {
  const struct rv_access more[] = {
      {last_look_of(self), SHARED_STATE_STRIDE, RV_READ | RV_WRITE},
      {signals_mask_place(self->tid), SHARED_STATE_STRIDE, RV_READ | RV_WRITE}};
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .access = {arrived_at(self), ARRIVED_SIZE, RV_READ | RV_WRITE},
                                    .more = more,
                                    .more_count = ends ? 2 : 1},
                    NULL, pc);
}

enum look { LOOK, LOOK_BEFORE_EXIT, LOOK_BEFORE_END };

static bool look_and_handle(enum look how, uint64_t pc, void *entry) {
  struct thread *const self = rt.current;
  bool any = false, restarted = true;
  while (is_interruptible(self)) {
    self->interruption.possible = false; /* to look is not interrupted */
    if (how == LOOK)
      look(self, pc, entry);
    else
      look_for_the_last_time(self, how == LOOK_BEFORE_END, pc);
    self->interruption.possible = true;
    performed_as(signals_arrived[self->tid], has_arrived(self) ? RV_READ | RV_WRITE : RV_READ,
                 RV_OP_VARIES);
    if (!has_arrived(self))
      break;
    any |= handle_arrived(pc, FRAME, &restarted);
    entry = NULL;
  }
  return any;
}

bool interruption_test(uint64_t pc, void *entry) {
  return look_and_handle(LOOK, pc, entry);
}

void interruption_last(bool ends, uint64_t pc) {
  struct thread *const self = rt.current;
  if (self->interruption.possible)
    look_and_handle(ends ? LOOK_BEFORE_END : LOOK_BEFORE_EXIT, pc, NULL);
  else if (ends && signals_are_coming(signals_mask_of(self->tid)))
    signals_thread_ends(pc);
  self->interruption.possible = false;
  self->interruption.over = true;
  self->interruption.gone = ends;
}

/* --- waiting -------------------------------------------------------------------------------------
 */

static bool has_arrived_or_can_go_on(struct thread *thread) {
  return has_arrived(thread) || thread->interruption.until->can_go_on(thread);
}

static void interruption_describe(const struct thread *thread, struct shared_wait *wait) {
  thread->interruption.until->describe(thread, wait);
}

static const struct blocking until_arrival_or = {has_arrived_or_can_go_on, interruption_describe};

/* Whether a handler that has run ends the wait. An operation that did not have to wait is
 * performed. */
static bool is_ended(const struct thread *self, bool waited, bool restarted) {
  return waited && (self->interruption.ends >= WAIT_ENDS ||
                    (self->interruption.ends == WAIT_ENDS_UNLESS_RESTARTED && !restarted));
}

/* A wait that goes on after a handler has accessed only the place of arriving signals. */
static void has_only_looked(const struct rv_access *arrived) {
  rt.step.value = 0;
  rt.step.op.access = *arrived;
  for (uint32_t i = 0; i < rt.step.op.more_count; i++)
    rt.ranges[i] = *arrived;
}

bool interruption_wait(const struct rv_op *op, visible_function *visibly,
                       const struct blocking *until, uint64_t pc) {
  struct thread *const self = rt.current;
  struct rv_access more[MAX_RANGES];
  struct rv_op both = *op;
  for (uint32_t i = 0; i < op->more_count; i++)
    more[i] = op->more[i];
  more[op->more_count] = (struct rv_access){arrived_at(self), ARRIVED_SIZE, RV_READ | RV_WRITE};
  both.more = more;
  both.more_count = (uint16_t)(op->more_count + 1);
  both.flags |= RV_OP_VARIES;
  if (both.kind == RV_OP_LOCK)
    both.kind = RV_OP_AWAIT;
  if (self->interruption.ends != WAIT_GOES_ON && self->interruption.ends != WAIT_ENDS_MASKED)
    interruption_test(pc, NULL); /* a handler that has run before the wait does not end it */
  for (;;) {
    bool restarted = true;
    self->interruption.until = until;
    self->interruption.possible = false;
    visibly(&both, &until_arrival_or, pc);
    self->interruption.possible = true;
    /* With a mask of its own a call handles signals only if it does not succeed. */
    const bool waited = !until->can_go_on(self);
    if (!has_arrived(self) || (!waited && self->interruption.ends == WAIT_ENDS_MASKED)) {
      rt.ranges[op->more_count].mode = RV_READ;
      return true;
    }
    performed_as(waited, RV_READ, both.flags);
    if (self->interruption.ends == WAIT_GOES_ON)
      has_only_looked(&more[op->more_count]);
    if (handle_arrived(pc, FRAME, &restarted) && is_ended(self, waited, restarted)) {
      self->interruption.ended = true;
      return false;
    }
  }
}

bool waits_until(const struct thread *thread, const struct blocking *until) {
  const struct blocking *at = thread->blocking;
  if (at == &until_arrival_or)
    at = thread->interruption.until;
  return at == until || (cancellation_waits(at) && thread->cancellation.until == until);
}

static bool never(struct thread *thread) {
  (void)thread;
  return false;
}

static const struct blocking until_interrupted = {never, carrier_describe};

bool interruption_is_awaited(const struct thread *thread) {
  return thread->state == THREAD_READY && waits_until(thread, &until_interrupted);
}

void interruption_await(bool masked, uint64_t pc) {
  struct thread *const self = rt.current;
  const struct rv_op op = {.kind = RV_OP_AWAIT,
                           .access = {arrived_at(self), ARRIVED_SIZE, RV_READ}};
  self->interruption.possible = true;
  interruption_may_end(masked ? WAIT_ENDS_MASKED : WAIT_ENDS);
  if (visible_or_cancelled(&op, visible_operation, &until_interrupted, pc))
    cancellation_act();
  interruption_has_ended();
  self->interruption.possible = is_marked(place_of(self->tid));
}
