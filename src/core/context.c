#include "core/context.h"

#include <string.h>

#include "core/bitset.h"
#include "core/dependence.h"
#include "core/probe.h"

static struct rv_context *part(const struct rv_state *state) {
  return RV_PART(struct rv_context, state);
}

static bool independent(const struct rv_event *made, const struct rv_sleeper *step) {
  return !(step->footprint & rv_conflicting_footprint(made->footprint)) ||
         !rv_dependent(&made->step.op, &step->op);
}

/* What is left of a sequence after a step: all of it if the step is independent of it, the rest if
 * the step is one of its own that can come first. */
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
    *dont = (struct rv_dont){d->steps, d->n, taken, part(state)->handed_on};
    part(state)->handed_on = dont;
  }
}

void rv_dont_inherit(struct rv_explorer *x, struct rv_state *state) {
  part(state)->donts = part(state)->handed_on = NULL;
  if (!x->trace.n)
    return;
  inherit(x, state, part(state - 1)->donts);
  inherit(x, state, part(state - 1)->handed_on);
}

static void add_first(uint64_t *set, const struct rv_dont *list) {
  for (const struct rv_dont *d = list; d; d = d->next) {
    uint32_t i = 0;
    while (d->taken >> i & 1)
      i++;
    rv_bit_add(set, d->steps[i].thread);
  }
}

static void context_keep(uint64_t *threads, size_t words, const uint64_t *wanted, bool in) {
  bool any = false;
  for (size_t i = 0; i < words; i++)
    any |= threads[i] & (in ? wanted[i] : ~wanted[i]);
  for (size_t i = 0; any && i < words; i++)
    threads[i] &= in ? wanted[i] : ~wanted[i];
}

static void add_readers(const struct rv_system *system, uint64_t *set, const uint64_t *threads,
                        size_t words) {
  for (rv_tid t = rv_bits_next(threads, words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(threads, words, t + 1)) {
    const struct rv_op *const op = system->next(system->self, t);
    if (op->kind == RV_OP_MEMORY && !op->more_count && op->access.mode == RV_READ)
      rv_bit_add(set, t);
  }
}

void rv_dont_guide(struct rv_explorer *x, struct rv_state *state, uint64_t *threads) {
  const uint64_t top = x->arena.top;
  uint64_t *const set = rv_arena_alloc(&x->arena, state->words * sizeof *set);
  for (size_t i = 0; i < state->words; i++)
    set[i] = 0;
  const bool new = rv_bits_empty(rv_backtrack(state)->done, state->words);
  add_first(set, part(state)->handed_on);
  if (new && !rv_bits_empty(set, state->words)) {
    context_keep(threads, state->words, set, true);
  } else if (new) {
    add_readers(x->system, set, threads, state->words);
    context_keep(threads, state->words, set, false);
  } else {
    add_first(set, part(state)->donts);
    context_keep(threads, state->words, set, false);
  }
  rv_arena_release(&x->arena, top);
}

/* The further accesses of an operation, in memory that lasts as long as the sequence. */
static void keep_accesses(struct rv_explorer *x, struct rv_op *op) {
  if (!op->more_count)
    return;
  const size_t bytes = op->more_count * sizeof *op->more;
  op->more = memcpy(rv_pool_alloc(&x->hb.pool, bytes), op->more, bytes);
}

static void forget_accesses(struct rv_explorer *x, const struct rv_op *op) {
  if (op->more_count)
    rv_pool_free(&x->hb.pool, (void *)op->more, op->more_count * sizeof *op->more);
}

void rv_dont_forget(struct rv_explorer *x, struct rv_state *state) {
  while (part(state)->donts) {
    struct rv_dont *const dont = part(state)->donts;
    part(state)->donts = dont->next;
    for (uint32_t i = 0; i < dont->n; i++)
      forget_accesses(x, &dont->steps[i].op);
    rv_pool_free(&x->hb.pool, (void *)dont->steps, dont->n * sizeof *dont->steps);
    rv_pool_free(&x->hb.pool, dont, sizeof *dont);
  }
}

/* Whether the thread of a step that was made has seen the end of another one in it, or waits for
 * that now. */
static bool comes_to_join(struct rv_explorer *x, rv_tid thread, const struct rv_step *done) {
  bool ended = false;
  for (uint32_t i = 0; i < done->n_effects; i++)
    if (done->effects[i].thread == thread) {
      if (done->effects[i].kind == RV_EFFECT_JOIN)
        return true;
      ended |= done->effects[i].kind != RV_EFFECT_CREATE;
    }
  return !ended && x->system->next(x->system->self, thread)->kind == RV_OP_NONE;
}

/* Runs E', the n events before the two of the race, and these. E' is run twice, and by other races
 * with the same e: it is worth keeping. */
static bool context_run(struct rv_explorer *x, uint64_t prefix,
                        const struct rv_event *const *events, uint32_t n,
                        struct rv_dont_steps *steps) {
  bool good = rv_probe_from(x, prefix);
  if (good && x->system->keep)
    x->system->keep(x->system->self, true);
  for (uint32_t i = 0; good && i < n; i++) {
    struct rv_step done;
    good = rv_probe_event(x, events[i], &done);
    steps->at[i] = (struct rv_sleeper){.thread = events[i]->step.thread,
                                       .choice = events[i]->step.choice,
                                       .footprint = rv_footprint(&done.op)};
    rv_op_copy(&steps->at[i].op, &done.op, &x->hb.arena);
    steps->joins |= good && comes_to_join(x, events[i]->step.thread, &done);
  }
  return good;
}

void rv_dont_add(struct rv_explorer *x, struct rv_state *state, const struct rv_dont_steps *steps) {
  const uint32_t n = steps->n;
  struct rv_sleeper *const kept = rv_pool_alloc(&x->hb.pool, n * sizeof *kept);
  for (uint32_t i = 0; i < n; i++) {
    kept[i] = steps->at[i];
    keep_accesses(x, &kept[i].op);
  }
  struct rv_dont *const dont = rv_pool_alloc(&x->hb.pool, sizeof *dont);
  *dont = (struct rv_dont){kept, n, 0, part(state)->donts};
  part(state)->donts = dont;
}

/* The two sides of a race: an event, or all of a critical section, since nothing can come between
 * two locks but that. And u, what happens before either of them and not after the first. */
struct sides {
  const struct rv_event *first, *first_end, *second, *second_end;
  const struct rv_event *events[RV_DONT_STEPS];
  uint32_t n;
  uint32_t before; /* how many of them are u */
};

/* The unlock that goes with a lock; another event is the end of itself. NULL if there is none. */
static const struct rv_event *context_end_of(const struct rv_explorer *x,
                                             const struct rv_event *event) {
  if (event->step.op.kind != RV_OP_LOCK)
    return event;
  for (const struct rv_event *f = event + 1; f < x->trace.events + x->trace.n; f++)
    if (f->step.thread == event->step.thread && f->step.op.kind == RV_OP_UNLOCK &&
        f->step.op.access.addr == event->step.op.access.addr)
      return f;
  return NULL;
}

static bool add_event(struct sides *sides, const struct rv_event *event) {
  if (sides->n == RV_DONT_STEPS)
    return false;
  sides->events[sides->n++] = event;
  return true;
}

static bool context_is_part(const struct rv_event *f, const struct rv_event *first,
                            const struct rv_event *end) {
  return f->step.thread == first->step.thread && f >= first && f <= end;
}

static bool add_side(struct sides *sides, const struct rv_event *first,
                     const struct rv_event *end) {
  bool good = true;
  for (const struct rv_event *f = first; good && f <= end; f++)
    if (f->step.thread == first->step.thread)
      good = add_event(sides, f);
  return good;
}

/* u; false if some event can come neither before both sides nor after both. */
static bool add_before(struct sides *sides) {
  const struct rv_event *const end =
      sides->first_end > sides->second_end ? sides->first_end : sides->second_end;
  bool good = true;
  for (const struct rv_event *f = sides->first; good && f <= end; f++) {
    if (context_is_part(f, sides->first, sides->first_end) ||
        context_is_part(f, sides->second, sides->second_end))
      continue;
    if (rv_happens_before(f, sides->first_end) || rv_happens_before(f, sides->second_end))
      good = !rv_happens_before(sides->first, f) && add_event(sides, f);
  }
  return good;
}

/* u and the sides, in one of the two orders. */
static bool arrange(struct sides *sides, bool reversed) {
  sides->n = 0;
  if (!add_before(sides))
    return false;
  sides->before = sides->n;
  if (reversed)
    return add_side(sides, sides->second, sides->second_end) &&
           add_side(sides, sides->first, sides->first_end);
  return add_side(sides, sides->first, sides->first_end) &&
         add_side(sides, sides->second, sides->second_end);
}

/* Operations of which both orders can be run. */
static bool is_comparable(const struct rv_op *op) {
  return op->kind == RV_OP_MEMORY || op->kind == RV_OP_LOCK || op->kind == RV_OP_AWAIT;
}

/* Runs both orders of the sides. */
static bool lead_to_the_same(struct rv_explorer *x, struct sides *sides,
                             struct rv_dont_steps *steps) {
  const struct rv_system *const system = x->system;
  const uint64_t prefix = (uint64_t)(sides->first - x->trace.events);
  x->stats.checks++;
  steps->joins = false;
  bool same =
      context_run(x, prefix, sides->events, sides->n, steps) && system->remember(system->self);
  if (same) {
    arrange(sides, true);
    same = context_run(x, prefix, sides->events, sides->n, steps) &&
           system->as_remembered(system->self, NULL);
  }
  rv_probe_end(x);
  x->stats.same += same;
  return same;
}

/* Whether each access of an operation is to what an event accessed. */
static bool is_within(const struct rv_op *op, const struct rv_op *of) {
  for (unsigned i = 0; i < rv_access_count(op); i++) {
    unsigned k = 0;
    while (k < rv_access_count(of) && (rv_access(op, i)->addr != rv_access(of, k)->addr ||
                                       rv_access(op, i)->size != rv_access(of, k)->size))
      k++;
    if (k == rv_access_count(of))
      return false;
  }
  return true;
}

/* What was found out decides the next time, if nothing was looked at that is not in the print:
 * neither other memory, nor whether a thread has ended. */
static void keep_comparison(struct rv_compared *compared, const struct rv_print *print,
                            const struct sides *sides, const struct rv_dont_steps *steps,
                            bool same) {
  struct rv_known_pair pair = {.same = same};
  if (steps->joins)
    return;
  if (same) {
    pair.ops[0] = steps->at[sides->before].op;
    pair.ops[1] = steps->at[sides->before + 1].op;
    if (!is_within(&pair.ops[0], &sides->second->step.op) ||
        !is_within(&pair.ops[1], &sides->first->step.op))
      return;
  }
  rv_compared_add(compared, print, &pair);
}

/* The steps of u are what they are in E. */
static void known_steps(struct rv_explorer *x, const struct rv_known_pair *known,
                        struct sides *sides, struct rv_dont_steps *steps) {
  arrange(sides, true);
  for (uint32_t i = 0; i < sides->n; i++) {
    const struct rv_event *const event = sides->events[i];
    const struct rv_op *const op =
        i < sides->before ? &event->step.op : &known->ops[i - sides->before];
    steps->at[i] = (struct rv_sleeper){
        .thread = event->step.thread, .choice = event->step.choice, .footprint = rv_footprint(op)};
    rv_op_copy(&steps->at[i].op, op, &x->hb.arena);
  }
}

enum rv_comparison rv_context_check(struct rv_explorer *x, struct rv_compared *compared,
                                    const struct rv_event *e, const struct rv_event *second,
                                    struct rv_dont_steps *steps) {
  struct sides sides = {.first = e, .first_end = e, .second = second, .second_end = second};
  if (second->step.op.kind == RV_OP_LOCK) {
    sides.first_end = context_end_of(x, e);
    sides.second_end = context_end_of(x, second);
  }
  if (!is_comparable(&second->step.op) || !sides.first_end || !sides.second_end ||
      !arrange(&sides, false))
    return RV_NOT_COMPARED;
  struct rv_print print;
  const bool printed = e->step.op.kind == RV_OP_MEMORY && second->step.op.kind == RV_OP_MEMORY &&
                       rv_compared_print(compared, &x->trace, e, second, &print);
  const struct rv_known_pair *const known = printed ? rv_compared_find(compared, &print) : NULL;
  const bool same = known ? known->same : lead_to_the_same(x, &sides, steps);
  if (known && same)
    known_steps(x, known, &sides, steps);
  else if (printed && !known)
    keep_comparison(compared, &print, &sides, steps, same);
  x->relied |= same;
  steps->n = sides.n;
  steps->before = sides.before;
  return same ? RV_SAME : RV_DIFFERENT;
}
