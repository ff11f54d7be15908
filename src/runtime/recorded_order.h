/*
 * What a recorded execution has ordered: happens-before between its steps, and which of them
 * preempt a thread. The supervisor makes a simpler schedule of it, and reports draw it.
 */
#ifndef RAVEL_RUNTIME_RECORDED_ORDER_H
#define RAVEL_RUNTIME_RECORDED_ORDER_H

#include "core/system.h"
#include "protocol/shared.h"

/* The recording begins; `begin` is what happened before its first step. */
void recorded_order_begin(const struct rv_memory *memory, uint64_t steps,
                          const struct rv_step *begin);

/* Whether a step of this thread now would preempt the thread that made the step before (bound.h of
 * the core says what that is). */
bool recorded_order_preempts(const struct rv_system *system, rv_tid thread);

/* One more step was made. */
void recorded_order_add(struct shared_choice made, const struct rv_step *done);

/* All steps are made; `error` is what the last one has shown, NULL: nothing. */
void recorded_order_end(struct shared *shared, const struct shared_error *error);

#endif
