/*
 * Where the executions come from: the pairs of operations whose order was reversed.
 *
 * A branch is explored from a state because its first step, or one soon after it, comes before one
 * that it conflicts with, which was made from that state in the branch before. The two are a pair,
 * by their places in the program. A pair's executions are those in whose schedule its order is
 * reversed at least once, at any state: without that conflict they would not be explored.
 */
#include "core/dependence.h"
#include "core/layer.h"

enum { PAIR_BITS = 12, MOST_PAIRS = 1 << PAIR_BITS, NO_PAIR = MOST_PAIRS };

struct pair {
  uint64_t first, second; /* places, the smaller first; 0: the entry is free */
  uint64_t executions;    /* counted so far */
  uint64_t since;         /* executions there were when it was first reversed on the way here, */
  uint64_t times;         /* and how often it is now */
};

/* A branch on the way to the present state that reverses something. */
struct reversed {
  uint64_t depth;
  uint32_t pair;
};

/* A step with which a branch began that was explored before, from a state on the stack. */
struct earlier {
  uint64_t depth, place;
  rv_tid thread;
  struct rv_op op; /* its first access alone */
  uint8_t verdict;
};

/* A step of the execution on the stack. */
struct made {
  uint64_t place;
  rv_tid thread;
};

struct profile {
  struct pair pairs[MOST_PAIRS];
  uint32_t n_pairs;
  struct made *made;
  struct reversed *reversed;
  struct earlier *earlier;
  uint64_t n_reversed, n_earlier, most_earlier;
};

static void *profile_make(const struct rv_memory *memory, const struct rv_options *options) {
  if (!options->profile)
    return NULL;
  const uint64_t max_steps = options->max_steps;
  struct profile *const profile = rv_reserve(memory, 1, sizeof *profile);
  profile->most_earlier = 8 * max_steps + 8;
  profile->made = rv_reserve(memory, max_steps + 1, sizeof *profile->made);
  profile->reversed = rv_reserve(memory, max_steps + 1, sizeof *profile->reversed);
  profile->earlier = rv_reserve(memory, profile->most_earlier, sizeof *profile->earlier);
  return profile;
}

static struct profile *profile_of(const struct rv_explorer *x) {
  return x->layers[RV_LAYER_PROFILE];
}

static void profile_clear(struct rv_explorer *x) {
  struct profile *const profile = profile_of(x);
  for (uint32_t i = 0; i < MOST_PAIRS; i++)
    profile->pairs[i] = (struct pair){0};
  profile->n_pairs = 0;
  profile->n_reversed = profile->n_earlier = 0;
}

static void profile_step(struct rv_explorer *x) {
  const struct rv_system *const system = x->system;
  const rv_tid thread = x->trace.events[x->trace.n].step.thread;
  profile_of(x)->made[x->trace.n] =
      (struct made){system->place ? system->place(system->self, thread) : 0, thread};
}

/* The entry of a pair; NO_PAIR where the table is full. */
static uint32_t find_pair(struct profile *profile, uint64_t a, uint64_t b) {
  const uint64_t first = a < b ? a : b, second = a < b ? b : a;
  const uint64_t hash = (first * 31 + second) * UINT64_C(0x9e3779b97f4a7c15);
  uint32_t at = (uint32_t)(hash >> (64 - PAIR_BITS));
  while (profile->pairs[at].second) {
    if (profile->pairs[at].first == first && profile->pairs[at].second == second)
      return at;
    at = (at + 1) % MOST_PAIRS;
  }
  if (profile->n_pairs == MOST_PAIRS / 2 || !second)
    return NO_PAIR;
  profile->n_pairs++;
  profile->pairs[at] = (struct pair){.first = first, .second = second};
  return at;
}

/* What the execution does before a step that an earlier branch began with, and that conflicts with
 * it: its place. Another value of a choice reverses the choice itself. 0: there is nothing. */
static uint64_t find_rival(const struct rv_explorer *x, const struct earlier *earlier) {
  for (uint64_t i = earlier->depth; i < x->trace.n; i++) {
    const struct rv_event *const event = &x->trace.events[i];
    const struct rv_replay *const step = &event->step;
    if (step->thread == earlier->thread)
      return i == earlier->depth && step->op.kind == RV_OP_CHOOSE ? earlier->place : 0;
    if (rv_dependent_as((struct rv_act){&earlier->op, earlier->verdict}, rv_event_act(event)))
      return profile_of(x)->made[i].place;
  }
  return 0;
}

static void profile_ended(struct rv_explorer *x) {
  struct profile *const profile = profile_of(x);
  uint32_t at = NO_PAIR;
  for (uint64_t i = profile->n_earlier; at == NO_PAIR && i-- > 0;) {
    const struct earlier *const earlier = &profile->earlier[i];
    if (earlier->depth != profile->earlier[profile->n_earlier - 1].depth)
      break;
    const uint64_t rival = find_rival(x, earlier);
    if (rival)
      at = find_pair(profile, earlier->place, rival);
  }
  if (at == NO_PAIR)
    return;
  struct pair *const pair = &profile->pairs[at];
  if (!pair->times++)
    pair->since = x->stats.executions;
  profile->reversed[profile->n_reversed++] =
      (struct reversed){profile->earlier[profile->n_earlier - 1].depth, at};
}

/* The branch is left that the last of `reversed` is about. */
static void leave_branch(struct rv_explorer *x) {
  struct profile *const profile = profile_of(x);
  struct pair *const pair = &profile->pairs[profile->reversed[--profile->n_reversed].pair];
  if (!--pair->times)
    pair->executions += x->stats.executions - pair->since;
}

/* The step that the branch before began with: who made the next one is planned already. */
static void profile_went_back(struct rv_explorer *x) {
  struct profile *const profile = profile_of(x);
  const uint64_t depth = x->trace.n;
  while (profile->n_reversed &&
         (x->exhausted || profile->reversed[profile->n_reversed - 1].depth >= depth))
    leave_branch(x);
  while (profile->n_earlier && profile->earlier[profile->n_earlier - 1].depth > depth)
    profile->n_earlier--;
  if (profile->n_earlier == profile->most_earlier)
    return;
  struct earlier *const earlier = &profile->earlier[profile->n_earlier++];
  *earlier = (struct earlier){.depth = depth,
                              .place = profile->made[depth].place,
                              .thread = profile->made[depth].thread,
                              .op = x->trace.events[depth].step.op,
                              .verdict = x->trace.events[depth].verdict};
  earlier->op.more_count = 0;
}

uint32_t rv_explorer_profile(const struct rv_explorer *x, struct rv_profile_pair *top,
                             uint32_t most) {
  const struct profile *const profile = profile_of(x);
  uint32_t n = 0;
  for (uint32_t i = 0; profile && i < MOST_PAIRS; i++) {
    const struct pair *const pair = &profile->pairs[i];
    if (!pair->second)
      continue;
    const uint64_t now = pair->times ? x->stats.executions - pair->since : 0;
    uint32_t at = n < most ? n++ : most;
    for (; at && top[at - 1].executions < pair->executions + now; at--)
      if (at < most)
        top[at] = top[at - 1];
    if (at < most)
      top[at] = (struct rv_profile_pair){pair->first, pair->second, pair->executions + now};
  }
  return n;
}

const struct rv_layer rv_layer_profile = {.make = profile_make,
                                          .clear = profile_clear,
                                          .step = profile_step,
                                          .ended = profile_ended,
                                          .went_back = profile_went_back};
