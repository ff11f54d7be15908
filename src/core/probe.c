#include "core/probe.h"

#include <string.h>

#include "core/bitset.h"
#include "core/race.h"

/* Runs pre(E, e) and then those events of notdep(e, E) that happen before e'. */
static bool run_to(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late) {
  const struct rv_system *const system = x->system;
  const uint64_t prefix = (uint64_t)(e - x->trace.events);
  struct rv_step step = {0};
  if (rv_go_back(x, prefix) != RV_OK)
    return false;
  for (uint64_t i = prefix + 1; i < late->position; i++) {
    const struct rv_event *const event = &x->trace.events[i];
    const rv_tid thread = event->step.thread;
    if (thread != late->thread && rv_clock_at(late->clock, thread) < event->index)
      continue;
    if (rv_happens_before(e, event))
      continue;
    if (system->step(system->self, thread, event->step.choice, &step) != RV_OK)
      return false;
    x->stats.replayed++;
  }
  return true;
}

void rv_probe_late(struct rv_explorer *x, const struct rv_event *e, const struct rv_event *second,
                   struct rv_late *late) {
  const struct rv_system *const system = x->system;
  struct rv_step step = {0};
  if (run_to(x, e, late) && system->step(system->self, late->thread, late->choice, &step) == RV_OK)
    late->op.access.mode = step.op.access.mode;
  rv_late_settle(&x->trace, second, late);
  system->finish(system->self, false);
}

bool rv_probe_enabled(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late) {
  const struct rv_system *const system = x->system;
  bool result = false;
  if (run_to(x, e, late)) {
    size_t words;
    const uint64_t *const enabled = system->enabled(system->self, &words);
    result = rv_bit(enabled, words, late->thread);
  }
  system->finish(system->self, false);
  return result;
}

struct rv_answer *rv_answer_for(struct rv_explorer *x, struct rv_event *event,
                                const struct rv_answer *wanted) {
  for (struct rv_answer *a = event->answers; a; a = a->next)
    if (a->thread == wanted->thread && a->events == wanted->events && a->n == wanted->n &&
        memcmp(a->writes, wanted->writes, a->n * sizeof *a->writes) == 0)
      return a;
  const size_t bytes = rv_answer_size(wanted->n);
  struct rv_answer *const answer = memcpy(rv_pool_alloc(&x->hb.pool, bytes), wanted, bytes);
  answer->next = event->answers;
  event->answers = answer;
  return answer;
}
