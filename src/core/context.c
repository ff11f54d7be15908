#include "core/context.h"

#include "core/bitset.h"
#include "core/dependence.h"

static bool independent(const struct rv_event *made, const struct rv_sleeper *step) {
  return !(step->footprint & rv_conflicting_footprint(made->footprint)) ||
         !rv_dependent(&made->step.op, &step->op);
}

/* What is left of a sequence after a step: all of it if the step has nothing to do with it, the
 * rest if it is a step of it that can come first. */
static bool hand_on(const struct rv_dont *dont, const struct rv_event *made, uint64_t *taken) {
  *taken = dont->taken;
  for (uint32_t i = 0; i < dont->n; i++) {
    const struct rv_sleeper *const step = &dont->steps[i];
    if (dont->taken >> i & 1)
      continue;
    if (step->thread == made->step.thread) {
      *taken |= UINT64_C(1) << i;
      return step->choice == made->step.choice;
    }
    if (!independent(made, step))
      return false;
  }
  return true;
}

static uint32_t only_one_left(const struct rv_dont *dont, uint64_t taken) {
  uint32_t left = dont->n;
  for (uint32_t i = 0; i < dont->n; i++)
    if (!(taken >> i & 1)) {
      if (left < dont->n)
        return dont->n;
      left = i;
    }
  return left;
}

static void put_to_sleep(struct rv_explorer *x, struct rv_state *state,
                         const struct rv_sleeper *step) {
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next)
    if (s->thread == step->thread && s->choice == step->choice)
      return;
  struct rv_sleeper *const sleeper = rv_arena_alloc(&x->arena, sizeof *sleeper);
  *sleeper = *step;
  sleeper->context = true;
  sleeper->next = state->sleep;
  state->sleep = sleeper;
}

static void inherit(struct rv_explorer *x, struct rv_state *state, const struct rv_dont *list) {
  const struct rv_event *const made = &x->trace.events[x->trace.n - 1];
  for (const struct rv_dont *d = list; d; d = d->next) {
    uint64_t taken;
    if (!hand_on(d, made, &taken))
      continue;
    const uint32_t last = only_one_left(d, taken);
    if (last < d->n) {
      put_to_sleep(x, state, &d->steps[last]);
      continue;
    }
    struct rv_dont *const dont = rv_arena_alloc(&x->arena, sizeof *dont);
    *dont = (struct rv_dont){d->steps, d->n, taken, state->handed_on};
    state->handed_on = dont;
  }
}

void rv_dont_inherit(struct rv_explorer *x, struct rv_state *state) {
  state->donts = state->handed_on = NULL;
  if (!x->trace.n)
    return;
  inherit(x, state, state[-1].donts);
  inherit(x, state, state[-1].handed_on);
}

void rv_dont_forget(struct rv_explorer *x, struct rv_state *state) {
  while (state->donts) {
    struct rv_dont *const dont = state->donts;
    state->donts = dont->next;
    rv_pool_free(&x->hb.pool, (void *)dont->steps, dont->n * sizeof *dont->steps);
    rv_pool_free(&x->hb.pool, dont, sizeof *dont);
  }
}

/* In the other order a step may have come to wait. */
static bool is_enabled(struct rv_explorer *x, const struct rv_event *event) {
  if (event->step.op.kind != RV_OP_LOCK && event->step.op.kind != RV_OP_AWAIT)
    return true;
  size_t words;
  const uint64_t *const enabled = x->system->enabled(x->system->self, &words);
  return rv_bit(enabled, words, event->step.thread);
}

static bool step(struct rv_explorer *x, const struct rv_event *event, struct rv_sleeper *made) {
  const struct rv_system *const system = x->system;
  struct rv_step done = {0};
  const enum rv_status status =
      system->step(system->self, event->step.thread, event->step.choice, &done);
  x->grown |= status == RV_RESTART;
  x->stats.replayed++;
  done.op.flags &= (uint8_t)~RV_OP_JUDGED;
  *made = (struct rv_sleeper){.thread = event->step.thread,
                              .choice = event->step.choice,
                              .op = done.op,
                              .footprint = rv_footprint(&done.op)};
  return status == RV_OK && !done.op.more_count;
}

/* Runs E', the n events before the two of the race, and these. */
static bool run(struct rv_explorer *x, uint64_t prefix, const struct rv_event *const *events,
                uint32_t n, struct rv_sleeper *steps) {
  const enum rv_status status = rv_go_back(x, prefix);
  x->grown |= status == RV_RESTART;
  bool good = status == RV_OK;
  for (uint32_t i = 0; good && i < n; i++)
    good = is_enabled(x, events[i]) && step(x, events[i], &steps[i]);
  return good;
}

static void add(struct rv_explorer *x, struct rv_state *state, const struct rv_sleeper *steps,
                uint32_t n) {
  struct rv_sleeper *const kept = rv_pool_alloc(&x->hb.pool, n * sizeof *kept);
  for (uint32_t i = 0; i < n; i++)
    kept[i] = steps[i];
  struct rv_dont *const dont = rv_pool_alloc(&x->hb.pool, sizeof *dont);
  *dont = (struct rv_dont){kept, n, 0, state->donts};
  state->donts = dont;
}

bool rv_context_check(struct rv_explorer *x, const struct rv_event *e,
                      const struct rv_event *second) {
  const struct rv_system *const system = x->system;
  const uint64_t prefix = (uint64_t)(e - x->trace.events);
  const struct rv_event *events[RV_DONT_STEPS];
  struct rv_sleeper steps[RV_DONT_STEPS];
  uint32_t n = 0;
  if (second->step.op.kind != RV_OP_MEMORY)
    return false;
  for (const struct rv_event *f = e + 1; f < second; f++)
    if (rv_happens_before(f, second)) {
      if (n == RV_DONT_STEPS - 2)
        return false;
      events[n++] = f;
    }
  events[n++] = e;
  events[n++] = second;
  x->stats.checks++;
  bool same = run(x, prefix, events, n, steps) && system->remember(system->self);
  if (same) {
    events[n - 2] = second;
    events[n - 1] = e;
    same = run(x, prefix, events, n, steps) && system->as_remembered(system->self, NULL);
  }
  x->grown |= system->finish(system->self, false) == RV_RESTART;
  x->stats.same += same;
  if (same)
    add(x, &x->states[prefix], steps, n);
  return same;
}
