/*
 * Threads that stand before a lock or an await when the execution ends.
 */
#ifndef RAVEL_CORE_BLOCKING_H
#define RAVEL_CORE_BLOCKING_H

#include "core/exploration.h"

/* Remembers who stands before a lock or an await in the last state of the execution. */
void rv_waiting_collect(struct rv_explorer *x);

/* The last lock of the mutex that a thread waits for, if that can come after the waiting thread's
 * (Algorithm 3, line 4; Algorithm 4, lines 8 and 11); NULL otherwise. */
const struct rv_event *rv_waiting_lock_race(struct rv_explorer *x, const struct rv_waiting *waiting,
                                            struct rv_late *late);

#endif
