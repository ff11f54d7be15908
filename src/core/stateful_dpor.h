/*
 * A search that remembers states, with dynamic reduction. POPL 2005 leaves it open (section 5): the
 * executions that are not explored again where a state is reached again may have races with what
 * came before it on this way.
 *
 * So every state is kept with what may follow it (follow.h). When it is reached again, each step
 * that may follow is taken for one that its thread is about to make: with the last events that it
 * depends on and that need not come before it, backtrack sets get what POPL's algorithm asks for:
 * the thread, one of those that come before it, or all that are enabled.
 *
 * A state that is still on the stack can't say what follows it: it closes a cycle. From then on
 * everything that is enabled is explored, from all states on the stack and from new ones. States
 * that were left before have all that follows them, and nothing of it is on the stack.
 *
 * With sleep sets, a state that is reached again with fewer sleepers than before is explored again.
 * Who sleeps then are those that slept both times.
 */
#ifndef RAVEL_CORE_STATEFUL_DPOR_H
#define RAVEL_CORE_STATEFUL_DPOR_H

#include "core/backtrack.h"

/* Functions of a strategy. */
void *rv_stateful_dpor_make(const struct rv_memory *memory, const struct rv_options *options);
void rv_stateful_dpor_clear(struct rv_explorer *x);
void rv_stateful_dpor_look(struct rv_explorer *x, struct rv_state *state, bool awaits);
bool rv_stateful_dpor_arrive(struct rv_explorer *x, struct rv_state *state);
enum rv_ending rv_stateful_dpor_ending(struct rv_explorer *x, const struct rv_state *state);
bool rv_stateful_dpor_again(struct rv_explorer *x, struct rv_state *state,
                            const struct rv_event *done);
bool rv_stateful_dpor_again_awake(struct rv_explorer *x, struct rv_state *state,
                                  const struct rv_event *done);

/* At the end of an execution, when its own races have been handled. */
void rv_stateful_dpor_ended(struct rv_explorer *x);

#endif
