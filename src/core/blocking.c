#include "core/blocking.h"

#include "core/layer.h"
#include "core/race.h"

void rv_waiting_collect(struct rv_explorer *x) {
  const struct rv_system *const system = x->system;
  x->n_waiting = 0;
  if (x->trace.ended == x->trace.created ||
      (system->some_stand && !system->some_stand(system->self)))
    return;
  const rv_tid threads = system->threads(system->self);
  x->waiting = rv_arena_alloc(&x->arena, threads * sizeof *x->waiting);
  for (rv_tid t = 0; t < threads; t++) {
    const struct rv_op *const op = system->next(system->self, t);
    if ((op->kind != RV_OP_LOCK && op->kind != RV_OP_AWAIT) ||
        (x->layers_in_steps && rv_layers_hold_back(x, t)))
      continue;
    struct rv_waiting *const waiting = &x->waiting[x->n_waiting++];
    waiting->thread = t;
    rv_op_copy(&waiting->op, op, &x->arena);
  }
}

const struct rv_event *rv_waiting_lock_race(struct rv_explorer *x, const struct rv_waiting *waiting,
                                            struct rv_late *late) {
  if (waiting->op.kind != RV_OP_LOCK)
    return NULL;
  const struct rv_thread *const thread = &x->trace.threads[waiting->thread];
  const struct rv_event *const e = rv_last_acquire(&x->hb, &waiting->op);
  if (!e || e->step.thread == waiting->thread ||
      rv_clock_at(thread->current, e->step.thread) >= e->index)
    return NULL;
  *late = (struct rv_late){.thread = waiting->thread,
                           .events = thread->known,
                           .position = x->trace.n,
                           .op = waiting->op};
  rv_late_lock(&x->trace, e, thread->current, thread->known, late);
  return e;
}
