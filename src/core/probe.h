/*
 * Probes: where the trace cannot tell what a step would do in another order, or where another order
 * leads, the system is asked, by running that order. This is the one way to try something out.
 */
#ifndef RAVEL_CORE_PROBE_H
#define RAVEL_CORE_PROBE_H

#include "core/exploration.h"

/* Takes the system to the state after the first n events of E: another order is tried from there.
 */
bool rv_probe_from(struct rv_explorer *x, uint64_t n);

/* Makes a step of a probe. False if the thread cannot make one: in another order it may be blocked
 * or may have ended, because of accesses that are not events. */
bool rv_probe_step(struct rv_explorer *x, rv_tid thread, uint32_t choice, struct rv_step *step);

/* Makes the step of an event of E again. False, too, if the program ends with it. */
bool rv_probe_event(struct rv_explorer *x, const struct rv_event *event, struct rv_step *step);

/* The order has been tried. */
void rv_probe_end(struct rv_explorer *x);

/* Makes late->op what e' does when it comes before e: with only what happens before it, or as the
 * last of notdep(e, E).e'. */
void rv_probe_late(struct rv_explorer *x, const struct rv_event *e, const struct rv_event *second,
                   bool last, struct rv_late *late);

/* Makes `op` what the step that was `o` does after pre(E, e) and all of x->v. */
void rv_probe_after(struct rv_explorer *x, const struct rv_event *e, const struct rv_event *o,
                    struct rv_op *op);

/* Whether the thread of e', which stands before an await, is enabled there, and what it reads. */
void rv_probe_await(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                    struct rv_answer *answer);

/* The answer to the same question that was kept with an event; NULL if there is none. */
const struct rv_answer *rv_answer_find(const struct rv_event *event,
                                       const struct rv_answer *wanted);
const struct rv_answer *rv_answer_keep(struct rv_explorer *x, struct rv_event *event,
                                       const struct rv_answer *answer);

#endif
