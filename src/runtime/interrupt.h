/*
 * Signals that interrupt a thread. One that has been sent is on its way, as a thread of its own
 * whose only step is that it arrives (signal_carry()). The thread that it is for looks before each
 * of its visible operations whether one has arrived, and handles it there. So the order of arriving
 * and looking is explored like any other.
 *
 * A thread that waits is woken by what arrives, and waits again after the handler, or gives up.
 */
#ifndef RAVEL_RUNTIME_INTERRUPT_H
#define RAVEL_RUNTIME_INTERRUPT_H

#include "runtime/cancel.h"
#include "runtime/signals_pending.h"

/* A signal with a handler was sent to a thread, perhaps to one of several. */
void signal_carry(const struct signal_sent *signal, rv_tid target, uint64_t pc, void *frame);

/* The current thread handles what has arrived. True: a handler has run. */
bool interruption_test(uint64_t pc, void *entry);

static inline bool interruption_point(uint64_t pc, void *entry) {
  return unlikely(rt.current->interruption.possible) && interruption_test(pc, entry);
}

/* A signal is sent to another thread, or to the process. */
void signal_is_coming(int number);
bool signals_are_coming(uint64_t mask); /* any that are not in it, as far as is known */

/* The current thread looks for the last time: it ends, or the program does. */
void interruption_last(bool ends, uint64_t pc);

/* Waits as visible_operation() and visible_timed() do. False: a handler has ended the wait,
 * `interruption.ended` says so, and the operation has not been performed. */
bool interruption_wait(const struct rv_op *op, visible_function *visibly,
                       const struct blocking *until, uint64_t pc);

/* Whether a thread waits for this, unless it is cancelled or interrupted. */
bool waits_until(const struct thread *thread, const struct blocking *until);

/* Waits for a handler to run; `masked`: its mask is that of the wait alone. */
void interruption_await(bool masked, uint64_t pc);
bool interruption_is_awaited(const struct thread *thread);

/* The wait that the current thread is about to begin can be ended by a handler. Then: has it been?
 */
static inline void interruption_may_end(enum wait_ends how) {
  rt.current->interruption.ends = (uint8_t)how;
  rt.current->interruption.ended = false;
}

static inline bool interruption_has_ended(void) {
  rt.current->interruption.ends = WAIT_GOES_ON;
  return rt.current->interruption.ended;
}

/* Who touches memory: a handler is not who it interrupts. */
static inline rv_tid interruption_context(void) {
  struct interruption *const mine = &rt.current->interruption;
  if (likely(!mine->frame))
    return rt.current->tid;
  if ((const char *)FRAME > mine->frame) /* the handler was left by a jump */
    mine->frame = NULL;
  return rt.current->tid + (mine->frame ? SHARED_MAX_THREADS : 0);
}

void interruption_thread_begins(struct thread *thread);

/* Who looks at the mask of another thread: that changes where the thread handles a signal, in the
 * step that looks for arrivals. */
void interruption_adds(rv_tid tid, struct state_acts *acts);
void interruption_adds_all(struct state_acts *acts); /* of all others, also of those to come */
bool interruptions_happen(void);                     /* in this program, as far as is known */

/* A thread is interrupted that was not known to be when the execution began. It may wait as if it
 * were not: that is no deadlock, and the search begins again. */
bool interruptions_are_new(void);
void interruptions_reset(void);

#endif
