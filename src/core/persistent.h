/*
 * Persistent sets from what threads may still do (flow.h), in the way of stubborn sets: POPL 2005,
 * section 2, and Godefroid: Partial-Order Methods for the Verification of Concurrent Systems, 1996.
 *
 * A set P of threads is looked for such that, as long as none of P makes a step, no other thread
 * can do anything that depends on what one of P is about to do. It is closed under these rules:
 *
 *  - p in P is enabled: every thread is in P that may do something which depends on p's next step.
 *  - p waits for a mutex or for the end of a thread: who holds it, or that thread, is in P.
 *  - p waits for something else: every thread is in P that may do something which depends on it.
 *
 * A thread can do nothing meanwhile if it waits for one of P; and nothing that is always done under
 * a mutex which one of P holds.
 *
 * What threads may do is learnt as the search goes on. Each time that it comes back to a state, the
 * set is closed again. When the state is left for good, all that can follow it was seen: if a
 * sequence of steps of others could reach one that depends on a step t of P, it could be made after
 * t up to there, and was explored; so where the last thread of it stood, and what it was about to
 * do, was seen.
 */
#ifndef RAVEL_CORE_PERSISTENT_H
#define RAVEL_CORE_PERSISTENT_H

#include "core/flow.h"

/* The enabled members of a set with as few of them awake as can be; of several such sets, the one
 * of the thread that comes first. */
void rv_persistent_set(struct rv_explorer *x, struct rv_flow *flow, const struct rv_state *state,
                       const struct rv_stands *stands, uint64_t *set);

/* Adds to a set of enabled threads what it needs by what is known now. */
void rv_persistent_close(struct rv_explorer *x, struct rv_flow *flow, const struct rv_state *state,
                         const struct rv_stands *stands, uint64_t *set);

#endif
