#include "core/bound.h"

#include "core/bitset.h"

enum { MOST_BITS = 26 }; /* 2 GiB, 50 million configurations */

#define LAST_RUNNER (UINT64_C(1) << 63)

void *rv_bound_make(const struct rv_memory *memory, const struct rv_options *options) {
  struct rv_bound *const bound = rv_reserve(memory, 1, sizeof *bound);
  bound->preemptions = options->preemptions;
  bound->events = rv_reserve(memory, options->max_steps + 1, sizeof *bound->events);
  rv_print_table_init(&bound->known, memory, options->known_bits ? options->known_bits : MOST_BITS);
  rv_futures_init(&bound->futures, memory);
  return bound;
}

void rv_bound_clear(struct rv_explorer *x) {
  struct rv_bound *const bound = x->own;
  bound->preemptions = x->options.preemptions;
  bound->forbids = false;
  rv_print_table_clear(&bound->known);
  rv_futures_clear(&bound->futures, &x->hb.objects, x->trace.width);
}

/* --- preemptions ------------------------------------------------------------------------------ */

void rv_bound_forbid(struct rv_explorer *x, struct rv_state *state, uint64_t *left) {
  const struct rv_bounded *const part = rv_bounded(state);
  if (part->running == RV_NO_THREAD || part->preemptions + 1 < rv_bound(x)->preemptions)
    return;
  for (rv_tid t = rv_bits_next(left, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(left, state->words, t + 1))
    if (t != part->running) {
      rv_bit_remove(left, t);
      rv_bit_add(part->sets.done, t);
      x->stats.forbidden++;
      rv_bound(x)->forbids = true;
    }
}

/* --- configurations --------------------------------------------------------------------------- */

bool rv_bound_waits(const struct rv_explorer *x, const struct rv_state *state, rv_tid thread) {
  const struct rv_system *const system = x->system;
  return !rv_bit(state->enabled, state->words, thread) ||
         (system->gives_up && system->gives_up(system->self, thread));
}

void rv_bound_count(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  (void)awaits;
  struct rv_bounded *const part = rv_bounded(state);
  part->running = RV_NO_THREAD;
  part->preemptions = 0;
  if (!x->trace.n)
    return;
  const rv_tid last = x->trace.events[x->trace.n - 1].step.thread;
  const struct rv_bounded *const before = rv_bounded(state - 1);
  const bool preempted = before->running != RV_NO_THREAD && before->running != last;
  part->preemptions = before->preemptions + preempted;
  if (!rv_bound_waits(x, state, last))
    part->running = last;
}

void rv_bound_look(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  rv_bound_count(x, state, awaits);
  rv_happens_before_extend(&x->hb, &x->trace);
  x->hb.races = NULL;
  if (x->trace.n) {
    rv_print_event(&x->trace, rv_bound(x)->events, x->trace.n - 1);
    rv_future_note_event(x, &x->trace.events[x->trace.n - 1]);
  }
  rv_future_note_waiting(x, state);
  rv_bounded(state)->independent = rv_bounded(state)->straight = false;
}

/* The running thread as a bit. Threads with too large a number share one bit, which is never
 * recorded. */
static uint64_t runner(const struct rv_state *state) {
  if (rv_bounded(state)->running == RV_NO_THREAD)
    return UINT64_MAX;
  return rv_bounded(state)->running < 63 ? UINT64_C(1) << rv_bounded(state)->running : LAST_RUNNER;
}

static uint64_t left_and_one(const struct rv_explorer *x, const struct rv_state *state) {
  return rv_bound(x)->preemptions - rv_bounded(state)->preemptions;
}

enum rv_knowledge rv_bound_known(const struct rv_explorer *x, const struct rv_state *state) {
  const struct rv_print print = rv_print_configuration(&x->trace, rv_bound(x)->events);
  const struct rv_print_entry *const known = rv_print_table_at(&rv_bound(x)->known, &print);
  const uint64_t left = left_and_one(x, state);
  if (!known || known->value < left)
    return RV_UNKNOWN;
  if (known->value > left || !(runner(state) & ~known->set))
    return RV_KNOWN;
  return rv_bounded(state)->running == RV_NO_THREAD ? RV_UNKNOWN : RV_OTHERS_KNOWN;
}

/* The entry of the present configuration, which may be a new one; NULL if there is no room. */
static struct rv_print_entry *entry(struct rv_explorer *x) {
  const struct rv_print print = rv_print_configuration(&x->trace, rv_bound(x)->events);
  struct rv_print_entry *const known = rv_print_table_enter(&rv_bound(x)->known, &print);
  x->stats.configurations = rv_bound(x)->known.n;
  x->stats.unknown += !known;
  return known;
}

void rv_bound_enter(struct rv_explorer *x, const struct rv_state *state) {
  struct rv_print_entry *const known = entry(x);
  const uint64_t left = left_and_one(x, state);
  if (!known || known->value > left)
    return;
  if (known->value < left) {
    known->value = left;
    known->set = 0;
  }
  known->set |=
      rv_bounded(state)->running == RV_NO_THREAD ? UINT64_MAX : runner(state) & ~LAST_RUNNER;
}

bool rv_bound_is_repeated(struct rv_explorer *x) {
  struct rv_print_entry *const known = entry(x);
  const bool repeated = known && known->value;
  if (known)
    known->value = 1;
  return repeated;
}

bool rv_bound_deepen(struct rv_explorer *x) {
  x->stats.bounds = rv_bound(x)->preemptions;
  if (!x->options.deepen || !rv_bound(x)->forbids)
    return false;
  x->stats.forbidden = 0;
  rv_bound(x)->forbids = false;
  rv_bound(x)->preemptions++;
  return true;
}
