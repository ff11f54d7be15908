/*
 * General blocking: awaits. Any operation that conflicts with an await can enable or disable it.
 *
 * For a waiting thread p, Algorithms 5 and 6 try every event e and every subsequence u of notdep(e,
 * E) after which p is enabled. Whether it is depends only on the memory M that its condition reads.
 * So only events that conflict with p's await matter: as e, since no other event disables p, and in
 * u, since two subsequences that contain the same conflicting events either both enable p or both
 * do not. Among such subsequences the largest represents all in Algorithm 6 (a longer v is more
 * precise), the smallest in Algorithm 5.
 *
 * What a condition reads can depend on what it finds there. M is what it was seen to read
 * in the states of E in which p stood before it, and in all states that were tried.
 */
#ifndef RAVEL_CORE_AWAIT_H
#define RAVEL_CORE_AWAIT_H

#include "core/exploration.h"

/* What a strategy does about an await that can come before e. Returns the position of the last
 * event that its decision depends on. */
typedef uint64_t rv_await_reverse(struct rv_explorer *x, const struct rv_event *e,
                                  struct rv_late *late);

/* Calls `reverse` for every e and u for which an await that was executed is enabled after pre(E,
 * e).u. Returns the largest of the positions. */
uint64_t rv_await_made(struct rv_explorer *x, const struct rv_event *made,
                       rv_await_reverse *reverse);

/* The same for a thread that waits when the execution ends (Algorithm 5, line 2; Algorithm 6,
 * line 12); nothing if it does not wait in an await. */
void rv_await_waiting(struct rv_explorer *x, const struct rv_waiting *waiting,
                      rv_await_reverse *reverse);

#endif
