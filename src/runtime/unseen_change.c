#include "runtime/unseen_change.h"

#include "runtime/liveness.h"
#include "runtime/restore.h"

static struct {
  uint64_t steps; /* the step that is looked at, */
  bool looks;     /* if it is, */
  struct rv_access but;
  uint64_t sum;
} step;

static void begin_step(const struct thread *thread, bool looks) {
  step.steps = rt.steps;
  step.looks = looks;
  if (!step.looks)
    return;
  step.but = thread->pending.access;
  step.sum = restore_sum(&step.but);
}

void unseen_change_begin_step(const struct thread *thread) {
  begin_step(thread, liveness_stores_unseen(thread->pc));
}

void unseen_change_begin_any_step(const struct thread *thread) {
  begin_step(thread, liveness_reads_unseen(thread->pc));
}

bool unseen_change_in_step(void) {
  return step.looks && step.steps == rt.steps && restore_sum(&step.but) != step.sum;
}
