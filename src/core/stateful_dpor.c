#include "core/stateful_dpor.h"

#include "core/dependence.h"
#include "core/follow.h"
#include "core/stateful.h"

/* x->own. */
struct own {
  struct rv_known_states known;
  struct rv_follow_steps steps;
  bool cycles; /* states come again in one execution: everything is explored from now on */
};

/* The part of a state. */
struct part {
  struct rv_backtrack sets;
  struct rv_follow *follow;
  bool covered; /* it was reached before, and is not explored again */
};

static struct part *part_of(const struct rv_state *state) {
  return RV_PART(struct part, state);
}

static struct rv_follow_steps *steps_of(const struct rv_explorer *x) {
  return &((struct own *)x->own)->steps;
}

void *rv_stateful_dpor_make(const struct rv_memory *memory, const struct rv_options *options) {
  (void)options;
  struct own *const own = rv_reserve(memory, 1, sizeof *own);
  rv_known_states_init(&own->known, memory);
  rv_follow_steps_init(&own->steps, memory);
  return own;
}

void rv_stateful_dpor_clear(struct rv_explorer *x) {
  struct own *const own = x->own;
  rv_known_states_clear(&own->known);
  rv_follow_steps_clear(&own->steps);
  own->cycles = false;
}

/* --- states ------------------------------------------------------------------------------------
 */

/* Only threads that slept before, too, are left asleep. */
static void wake_others(struct rv_explorer *x, struct rv_state *state, uint64_t slept) {
  const struct rv_sleeper *left = NULL;
  for (const struct rv_sleeper *s = state->sleep; s; s = s->next)
    if (slept >> s->thread & 1) {
      struct rv_sleeper *const copy = rv_arena_alloc(&x->arena, sizeof *copy);
      *copy = *s;
      copy->next = left;
      left = copy;
    }
  state->sleep = left;
}

static bool has_cycles(const struct rv_explorer *x) {
  return ((const struct own *)x->own)->cycles;
}

/* A state that is on the stack can't say what follows it. */
static void close_cycle(struct rv_explorer *x) {
  ((struct own *)x->own)->cycles = true;
  for (uint64_t i = 0; i < x->trace.n; i++) {
    const struct rv_state *const state = &x->states[i];
    rv_bits_copy(rv_backtrack(state)->set, state->enabled, state->words);
  }
}

static void cover(struct rv_explorer *x, struct rv_state *state) {
  part_of(state)->covered = true;
  if (part_of(state)->follow->since && !has_cycles(x))
    close_cycle(x);
  for (size_t i = 0; i < state->words; i++)
    state->enabled[i] = 0;
}

bool rv_stateful_dpor_arrive(struct rv_explorer *x, struct rv_state *state) {
  if (!rv_backtrack_arrive_one(x, state))
    return false;
  if (has_cycles(x))
    rv_bits_copy(rv_backtrack(state)->set, state->enabled, state->words);
  return true;
}

void rv_stateful_dpor_look(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  struct part *const part = part_of(state);
  uint64_t fingerprint[2], slept;
  bool is_new;
  rv_awaits_look(x, state, awaits);
  part->covered = false;
  struct rv_known_state *const known = rv_known_state(x, state, fingerprint, &slept, &is_new);
  part->follow = known && !is_new ? known->own : rv_follow_new(steps_of(x));
  if (known && is_new)
    known->own = part->follow;
  if (known && !is_new && !(known->slept & ~slept)) {
    cover(x, state);
    return;
  }
  if (known && !is_new) {
    wake_others(x, state, known->slept);
    known->slept &= slept;
  }
  if (!part->follow->since)
    part->follow->since = x->trace.n + 1;
}

enum rv_ending rv_stateful_dpor_ending(struct rv_explorer *x, const struct rv_state *state) {
  (void)x;
  return part_of(state)->covered ? RV_PRUNED : RV_COMPLETE;
}

/* Everything that follows `done` is explored. */
static void left(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  struct rv_follow *const child = part_of(state + 1)->follow;
  struct rv_follow *const follow = part_of(state)->follow;
  rv_follow_add(steps_of(x), follow, done->step.thread, &done->step.op);
  rv_follow_join(steps_of(x), follow, child);
  if (child->since == x->trace.n + 2)
    child->since = 0;
}

bool rv_stateful_dpor_again(struct rv_explorer *x, struct rv_state *state,
                            const struct rv_event *done) {
  left(x, state, done);
  return rv_backtrack_again(x, state, done);
}

bool rv_stateful_dpor_again_awake(struct rv_explorer *x, struct rv_state *state,
                                  const struct rv_event *done) {
  left(x, state, done);
  return rv_backtrack_again_awake(x, state, done);
}

/* --- races with what follows -------------------------------------------------------------------
 */

/* Whether two dependent operations of different threads can never both be about to be made. */
static bool exclude_each_other(const struct rv_op *a, const struct rv_op *b) {
  return (a->kind == RV_OP_LOCK && b->kind == RV_OP_UNLOCK) ||
         (a->kind == RV_OP_UNLOCK && b->kind == RV_OP_LOCK);
}

/* What it does depends on the state, and so does whether it can be made. */
static bool is_uncertain(const struct rv_op *op) {
  return op->kind == RV_OP_AWAIT || op->flags & RV_OP_VARIES;
}

/* Whether a thread is explored from a state. One that slept when the state was reached is not: what
 * races with its step there was not found at this state. */
static bool is_explored(const struct rv_state *state, rv_tid thread) {
  return rv_bit(state->enabled, state->words, thread) &&
         (rv_bit(rv_backtrack(state)->done, state->words, thread) ||
          !rv_sleeps(state->sleep, thread));
}

/* One of the set E that POPL's algorithm makes before it adds one or all: the thread of the step,
 * or one with an event after e that comes before the step. */
static rv_tid comes_first(const struct rv_explorer *x, const struct rv_event *e, rv_tid thread) {
  const struct rv_state *const state = &x->states[e - x->trace.events];
  const struct rv_clock *const knows = x->trace.threads[thread].current;
  if (is_explored(state, thread))
    return thread;
  for (const struct rv_event *f = e + 1; f < &x->trace.events[x->trace.n]; f++)
    if (rv_clock_at(knows, f->step.thread) >= f->index && is_explored(state, f->step.thread))
      return f->step.thread;
  return RV_NO_THREAD;
}

static void reverse(struct rv_explorer *x, const struct rv_event *e,
                    const struct rv_follow_step *step) {
  struct rv_state *const state = &x->states[e - x->trace.events];
  uint64_t *const set = rv_backtrack(state)->set;
  const bool certain = !is_uncertain(&step->op) && !is_uncertain(&e->step.op);
  const rv_tid first = certain ? comes_first(x, e, step->thread) : RV_NO_THREAD;
  if (first == RV_NO_THREAD)
    rv_bits_copy(set, state->enabled, state->words);
  else
    rv_bit_add(set, first);
  x->stats.reversed++;
}

static bool is_hidden(struct rv_explorer *x, const struct rv_event *e, const uint64_t *found,
                      uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (rv_happens_before(e, &x->trace.events[found[i]]))
      return true;
  return false;
}

/* The events that a step of a thread would race with, if it were about to be made. */
static void meet(struct rv_explorer *x, const struct rv_follow_step *step) {
  const struct rv_clock *const knows = x->trace.threads[step->thread].current;
  const uint64_t top = x->arena.top;
  uint64_t *const found = rv_arena_alloc(&x->arena, x->trace.n * sizeof *found);
  uint32_t n = 0;
  for (uint64_t i = x->trace.n; i-- > 0;) {
    const struct rv_event *const e = &x->trace.events[i];
    if (e->step.thread == step->thread || rv_clock_at(knows, e->step.thread) >= e->index ||
        !rv_dependent(&e->step.op, &step->op) || exclude_each_other(&e->step.op, &step->op))
      continue;
    if (!is_uncertain(&step->op) && is_hidden(x, e, found, n))
      continue;
    reverse(x, e, step);
    found[n++] = i;
  }
  rv_arena_release(&x->arena, top);
}

void rv_stateful_dpor_ended(struct rv_explorer *x) {
  const struct rv_state *const state = rv_present(x);
  const struct part *const part = part_of(state);
  if (part->covered && !has_cycles(x))
    rv_follow_each(x, steps_of(x), part->follow, meet);
  for (uint32_t i = 0; !part->covered && i < x->n_waiting; i++)
    rv_follow_add(steps_of(x), part->follow, x->waiting[i].thread, &x->waiting[i].op);
}
