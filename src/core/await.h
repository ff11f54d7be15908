/*
 * General blocking: awaits, which whatever conflicts with them can enable or disable.
 *
 * For a waiting thread p, Algorithms 5 and 6 try every event e and every subsequence u of
 * notdep(e, E) after which p is enabled. Whether it is depends on the memory M that its condition
 * reads and nothing else. So only what conflicts with p's await matters: as e, since no other
 * event disables p, and in u, where two subsequences with the same of these events enable p or not
 * alike. Of the subsequences with the same, the largest stands for all in Algorithm 6 (v is the
 * more precise the more it has), the smallest in Algorithm 5.
 *
 * What a condition reads can depend on what it finds there. M is what it was seen to read
 * in the states of E in which p stood before it, and in all states that were tried.
 */
#ifndef RAVEL_CORE_AWAIT_H
#define RAVEL_CORE_AWAIT_H

#include "core/exploration.h"

/* What a strategy does about an await that can come before e. Returns the position of the last
 * event that this rests on. */
typedef uint64_t rv_await_reverse(struct rv_explorer *x, const struct rv_event *e,
                                  struct rv_late *late);

/* Calls `reverse` for every e and u for which an await that was made is enabled after
 * pre(E, e).u. Returns the last position of all. */
uint64_t rv_await_made(struct rv_explorer *x, const struct rv_event *made,
                       rv_await_reverse *reverse);

/* The same for a thread that waits when the execution ends (Algorithm 5, line 2; Algorithm 6,
 * line 12); nothing if it does not wait in an await. */
void rv_await_waiting(struct rv_explorer *x, const struct rv_waiting *waiting,
                      rv_await_reverse *reverse);

#endif
