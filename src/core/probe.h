/*
 * Probes: where the trace cannot tell what a step would do in another order, the system is asked,
 * by running that order up to the step.
 */
#ifndef RAVEL_CORE_PROBE_H
#define RAVEL_CORE_PROBE_H

#include "core/exploration.h"

/* Makes late->op what e' does when it comes before e, with only what happens before it. */
void rv_probe_late(struct rv_explorer *x, const struct rv_event *e, const struct rv_event *second,
                   struct rv_late *late);

/* The answer that was kept with an event, or a new one, which is not known yet. */
struct rv_answer *rv_answer_for(struct rv_explorer *x, struct rv_event *event,
                                const struct rv_answer *wanted);

/* Whether the thread of e' is enabled there. */
bool rv_probe_enabled(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late);

#endif
