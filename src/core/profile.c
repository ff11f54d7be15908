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

enum {
  PAIR_BITS = 12,
  MOST_PAIRS = 1 << PAIR_BITS,
  NO_PAIR = MOST_PAIRS,
  MOST_STEPS = 4096,
  MOST_ACCESSES = 7,
  EARLY = 64
};

/* An entry for an object has its address, and its size beside this, in the place of two places. */
static const uint64_t OBJECT = UINT64_C(1) << 63;

struct pair {
  uint64_t first, second; /* places, the smaller first; 0: the entry is free. Or an object */
  uint64_t executions;    /* counted so far */
  uint64_t since;         /* executions there were when it was first reversed on the way here, */
  uint64_t times;         /* and how often it is now */
};

/* A branch on the way to the present state that reverses something. */
struct reversed {
  uint64_t depth;
  uint32_t pair, object; /* entries; NO_PAIR: none */
};

/* A step with which a branch began that was explored before, from a state on the stack. */
struct earlier {
  uint64_t depth, place;
  rv_tid thread;
  struct rv_op op; /* its first accesses alone */
  uint8_t verdict;
  struct rv_access more[MOST_ACCESSES];
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
  struct rv_profile_step *steps; /* of the longest of the first executions */
  uint32_t n_steps;
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
  profile->steps = rv_reserve(memory, MOST_STEPS, sizeof *profile->steps);
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
  profile->n_steps = 0;
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

/* The place of the step that is made before the first step of an earlier branch and conflicts with
 * it. Another value of a choice reverses the choice itself. 0: there is none. */
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

static uint32_t find_object(struct profile *profile, const struct earlier *earlier) {
  const struct rv_access *const access = &earlier->op.access;
  return rv_access_count(&earlier->op) ? find_pair(profile, access->addr, OBJECT | access->size)
                                       : NO_PAIR;
}

static void keep_steps(struct rv_explorer *x) {
  struct profile *const profile = profile_of(x);
  profile->n_steps = 0;
  for (uint64_t i = 0; i < x->trace.n && i < MOST_STEPS; i++) {
    const struct rv_op *const op = &x->trace.events[i].step.op;
    profile->steps[profile->n_steps++] =
        (struct rv_profile_step){.place = profile->made[i].place,
                                 .object = rv_access_count(op) ? op->access.addr : 0,
                                 .thread = profile->made[i].thread,
                                 .kind = op->kind,
                                 .mode = (uint8_t)op->access.mode,
                                 .compares = op->flags & RV_OP_COMPARES,
                                 .synchronises = op->flags & (RV_OP_VARIES | RV_OP_RELEASES)};
  }
}

static void begin_tally(struct rv_explorer *x, uint32_t at) {
  if (at != NO_PAIR && !profile_of(x)->pairs[at].times++)
    profile_of(x)->pairs[at].since = x->stats.executions;
}

static void profile_ended(struct rv_explorer *x) {
  struct profile *const profile = profile_of(x);
  struct reversed reversed = {.pair = NO_PAIR, .object = NO_PAIR};
  if (x->stats.executions < EARLY && x->trace.n > profile->n_steps)
    keep_steps(x);
  for (uint64_t i = profile->n_earlier; reversed.pair == NO_PAIR && i-- > 0;) {
    const struct earlier *const earlier = &profile->earlier[i];
    reversed.depth = profile->earlier[profile->n_earlier - 1].depth;
    if (earlier->depth != reversed.depth)
      break;
    const uint64_t rival = find_rival(x, earlier);
    if (rival) {
      reversed.pair = find_pair(profile, earlier->place, rival);
      reversed.object = find_object(profile, earlier);
    }
  }
  if (reversed.pair == NO_PAIR)
    return;
  begin_tally(x, reversed.pair);
  begin_tally(x, reversed.object);
  profile->reversed[profile->n_reversed++] = reversed;
}

static void end_tally(struct rv_explorer *x, uint32_t at) {
  struct pair *const pair = &profile_of(x)->pairs[at];
  if (at != NO_PAIR && !--pair->times)
    pair->executions += x->stats.executions - pair->since;
}

/* The branch is left that the last of `reversed` is about. */
static void leave_branch(struct rv_explorer *x) {
  struct profile *const profile = profile_of(x);
  const struct reversed *const reversed = &profile->reversed[--profile->n_reversed];
  end_tally(x, reversed->pair);
  end_tally(x, reversed->object);
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
  if (earlier->op.more_count > MOST_ACCESSES)
    earlier->op.more_count = MOST_ACCESSES;
  for (uint32_t i = 0; i < earlier->op.more_count; i++)
    earlier->more[i] = earlier->op.more[i];
  earlier->op.more = earlier->more;
}

static uint32_t top_of(const struct rv_explorer *x, bool objects, struct rv_profile_pair *top,
                       uint32_t most) {
  const struct profile *const profile = profile_of(x);
  uint32_t n = 0;
  for (uint32_t i = 0; profile && i < MOST_PAIRS; i++) {
    const struct pair *const pair = &profile->pairs[i];
    const uint64_t now = pair->times ? x->stats.executions - pair->since : 0;
    if (!pair->second || !!(pair->second & OBJECT) != objects || !(pair->executions + now))
      continue;
    uint32_t at = n < most ? n++ : most;
    for (; at && top[at - 1].executions < pair->executions + now; at--)
      if (at < most)
        top[at] = top[at - 1];
    if (at < most)
      top[at] =
          (struct rv_profile_pair){pair->first, pair->second & ~OBJECT, pair->executions + now};
  }
  return n;
}

uint32_t rv_explorer_profile(const struct rv_explorer *x, struct rv_profile_pair *top,
                             uint32_t most) {
  return top_of(x, false, top, most);
}

uint32_t rv_explorer_profile_objects(const struct rv_explorer *x, struct rv_profile_pair *top,
                                     uint32_t most) {
  return top_of(x, true, top, most);
}

uint32_t rv_explorer_profile_steps(const struct rv_explorer *x, struct rv_profile_step *steps,
                                   uint32_t most) {
  const struct profile *const profile = profile_of(x);
  const uint32_t n = profile ? profile->n_steps : 0;
  for (uint32_t i = 0; i < n && i < most; i++)
    steps[i] = profile->steps[i];
  return n < most ? n : most;
}

const struct rv_layer rv_layer_profile = {.make = profile_make,
                                          .clear = profile_clear,
                                          .step = profile_step,
                                          .ended = profile_ended,
                                          .went_back = profile_went_back};
