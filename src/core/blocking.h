/*
 * Threads that can be disabled by others: what stands before a lock or an await.
 *
 * For an await, Algorithms 5 and 6 try every subsequence u of notdep(e, E) after which the waiting
 * thread p is enabled. Whether it is depends on the memory that it waits on and nothing else, so
 * only events that write there matter: as e, since no other event disables p, and in u, where two
 * subsequences with the same of these writes enable p or not alike. Of the subsequences with the
 * same writes, the largest stands for all in Algorithm 6 (v is the more precise the more it
 * has), the smallest in Algorithm 5.
 */
#ifndef RAVEL_CORE_BLOCKING_H
#define RAVEL_CORE_BLOCKING_H

#include "core/exploration.h"

/* Remembers who stands before a lock or an await in the last state of the execution. */
void rv_waiting_collect(struct rv_explorer *x);

/* The last lock of the mutex that a thread waits for, if that can come after the waiting thread's
 * (Algorithm 3, line 4; Algorithm 4, lines 8 to 11); NULL otherwise. */
const struct rv_event *rv_waiting_lock_race(struct rv_explorer *x, const struct rv_waiting *waiting,
                                            struct rv_late *late);

/* What a strategy does about an await that can come before e. Returns the position of the last
 * event that this rests on. */
typedef uint64_t rv_await_reverse(struct rv_explorer *x, const struct rv_event *e,
                                  struct rv_late *late);

/* Calls `reverse` for every e and u for which an await that was made is enabled after
 * pre(E, e).u (Algorithm 6, lines 8 to 12). Returns the last position of all. */
uint64_t rv_await_made(struct rv_explorer *x, const struct rv_event *await,
                       rv_await_reverse *reverse);

/* The same for a thread that waits when the execution ends; nothing if it does not wait in an
 * await. */
void rv_await_waiting(struct rv_explorer *x, const struct rv_waiting *waiting,
                      rv_await_reverse *reverse);

#endif
