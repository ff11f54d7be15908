/*
 * The reducing algorithms under a bound of preemptions (doc/algorithms/bound.md says why this is
 * right). A block is what a thread does until another one is scheduled. A free state is one in
 * which the running thread cannot continue, or none runs.
 *
 * - A configuration that has been explored is not explored again (bound.h).
 * - The running thread continues first. If its step is independent of what others do later
 *   (future.h), it need not be preempted: the others can do the same after it. At a free state that
 *   must hold for all steps of a block, up to where its thread blocks or ends.
 * - A thread that was tried from a state sleeps after the others' steps, as long as these are
 *   independent of all that it does later: its next block can as well come before them.
 */
#include "core/backtrack.h"
#include "core/bitset.h"
#include "core/bound.h"
#include "core/strategy.h"

/* A thread that was explored from the state before, or slept there, stays asleep if the last step
 * is independent of it. */
static void put_to_sleep(struct rv_explorer *x, struct rv_state *state) {
  uint64_t *const asleep = rv_arena_alloc(&x->arena, state->words * sizeof *asleep);
  rv_bounded(state)->asleep = asleep;
  for (size_t i = 0; i < state->words; i++)
    asleep[i] = 0;
  if (!x->trace.n)
    return;
  const struct rv_event *const last = &x->trace.events[x->trace.n - 1];
  const struct rv_state *const before = state - 1;
  const struct rv_bounded *const then = rv_bounded(before);
  for (size_t i = 0; i < before->words; i++)
    asleep[i] = then->asleep[i] | then->sets.done[i];
  rv_bit_remove(asleep, last->step.thread);
  const bool stops = rv_bounded(state)->running == RV_NO_THREAD;
  for (rv_tid t = rv_bits_next(asleep, state->words, 0); t != RV_NO_THREAD;
       t = rv_bits_next(asleep, state->words, t + 1))
    if (rv_future_is_woken(x, t, last, stops))
      rv_bit_remove(asleep, t);
}

static void plan_awake(struct rv_state *state) {
  const struct rv_bounded *const part = rv_bounded(state);
  for (size_t i = 0; i < state->words; i++)
    part->sets.set[i] = state->enabled[i] & ~part->asleep[i];
}

static bool bounded_arrive(struct rv_explorer *x, struct rv_state *state) {
  struct rv_bounded *const part = rv_bounded(state);
  const enum rv_knowledge known = rv_bound_known(x, state);
  if (known == RV_KNOWN)
    return false;
  put_to_sleep(x, state);
  rv_backtrack_arrive(x, state);
  if (part->running == RV_NO_THREAD)
    plan_awake(state);
  else
    rv_bit_add(part->sets.set, part->running);
  part->others_known = known == RV_OTHERS_KNOWN;
  part->independent = part->straight = true;
  if (rv_backtrack_next(x, state))
    return true;
  rv_bound_enter(x, state);
  return false;
}

/* Whether no other thread need be explored beside that of `done`, after which everything is
 * explored. */
static bool is_enough(const struct rv_state *state, const struct rv_event *done) {
  const struct rv_bounded *const part = rv_bounded(state);
  if (part->running == RV_NO_THREAD)
    return part->straight;
  return part->others_known || (part->running == done->step.thread && part->independent);
}

static bool again(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done) {
  struct rv_bounded *const part = rv_bounded(state);
  const struct rv_bounded *const after = rv_bounded(state + 1);
  const bool independent = rv_future_is_independent(x, done);
  part->independent &= independent;
  part->straight &= independent && (after->running != done->step.thread || after->straight);
  if (rv_next_choice(x, done))
    return true;
  if (!is_enough(state, done)) {
    plan_awake(state);
    if (rv_backtrack_next(x, state)) {
      part->straight = part->running == RV_NO_THREAD;
      return true;
    }
  }
  rv_bound_enter(x, state);
  return false;
}

/* From the initial state again, with one preemption more. */
static bool further(struct rv_explorer *x) {
  return rv_bound_deepen(x) && bounded_arrive(x, rv_present(x));
}

static enum rv_ending ending(struct rv_explorer *x, const struct rv_state *state) {
  (void)state;
  return rv_bound_is_repeated(x) ? RV_BLOCKED : RV_COMPLETE;
}

const struct rv_strategy rv_strategy_bounded = {.name = "bounded",
                                                .make = rv_bound_make,
                                                .clear = rv_bound_clear,
                                                .look = rv_bound_look,
                                                .arrive = bounded_arrive,
                                                .choose = rv_bound_forbid,
                                                .ending = ending,
                                                .again = again,
                                                .further = further};
