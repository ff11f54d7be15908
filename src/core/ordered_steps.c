#include "core/ordered_steps.h"

#include "core/exploration.h"

static const struct rv_event *event_named(const struct rv_trace *trace, struct rv_step_name step) {
  if (step.thread >= trace->width || step.nth == 0 || step.nth > trace->threads[step.thread].events)
    return NULL;
  return &trace->events[trace->threads[step.thread].positions[step.nth - 1]];
}

bool rv_steps_are_ordered(struct rv_explorer *x, struct rv_step_name first,
                          struct rv_step_name second) {
  rv_happens_before_extend(&x->hb, &x->trace);
  const struct rv_event *const a = event_named(&x->trace, first);
  const struct rv_event *const b = event_named(&x->trace, second);
  return a && b && (a == b || rv_happens_before(a, b));
}
