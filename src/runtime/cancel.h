/*
 * Cancellation of threads, for the operations at which it happens. A program that does not use
 * pthread_cancel has no cancellation points.
 */
#ifndef RAVEL_RUNTIME_CANCEL_H
#define RAVEL_RUNTIME_CANCEL_H

#include "runtime/runtime.h"

/* A request can be acted upon in the current thread. */
static inline bool cancellation_is_possible(void) {
  return unlikely(rt.cancels) && !rt.current->cancellation.disabled && !rt.solo;
}

/* The current thread ends here if it has been asked to; an event. `entry` is as in
 * visible_access().
 */
void cancellation_test(uint64_t pc, void *entry);

static inline void cancellation_point(uint64_t pc, void *entry) {
  if (cancellation_is_possible())
    cancellation_test(pc, entry);
}

/* Waits as `visibly` does, visible_operation() or visible_timed(), with an operation of at
 * most MAX_RANGES accesses, but no longer than until a request to cancel the thread. True: that has
 * come, and the operation has not been performed; the caller is to clean up and to call
 * cancellation_act(). */
typedef void visible_function(const struct rv_op *op, const struct blocking *until, uint64_t pc);
bool visible_or_cancelled(const struct rv_op *op, visible_function *visibly,
                          const struct blocking *until, uint64_t pc);

bool cancellation_waits(const struct blocking *blocking); /* that is how it does so */

_Noreturn void cancellation_act(void);

/* --- unwind.c ----------------------------------------------------------------------------------
 */

void unwind_init(void);

/* The current thread ends with `result`, from wherever it is: cleanup handlers run and objects of
 * C++ on its stack are destroyed. */
_Noreturn void thread_exit(void *result);

#endif
