/*
 * How many explorations there will be in all, judged from the tree as far as it is explored.
 *
 * Two views of each state on the stack are taken together, from the last state down to the first:
 *
 * - Weighted backtracking (Kilby, Slaney, Thiebaux, Walsh, AAAI 2006): the branches that are known
 *   and not explored yet are as large as those that were, on average. With race reversal this
 *   overlooks branches that are not planned yet.
 * - Rivals: a thread whose event conflicts with the event of a branch, and that could come first,
 *   gets a branch of its own sooner or later. In how many executions a branch has how many rivals
 *   is found by looking at some of them. A rival that is there in one execution of six makes a
 *   branch a sixth as large as the first.
 */
#include "core/dependence.h"
#include "core/layer.h"
#include "core/strategy.h"

/* Looks for rivals are this much rarer the more executions there are; and what they cost, in pairs
 * of events, may be as many as there are new events (which cost a hundred times as much each),
 * beside what is too little to be noticed. */
enum { LOOKS = 32, FREE_PAIRS = 200000 };

/* A state on the stack, and the branch from it that is being explored. */
struct level {
  uint64_t begun;            /* explorations before this branch */
  uint64_t done, first;      /* in earlier branches, in the first of them */
  uint64_t branches;         /* how many these are */
  double rivals, weight;     /* of this branch: summed over looks, and the weight of these */
  uint64_t who, now;         /* the threads that ever were rivals, and are in the present one */
  double expected, per_name; /* of the first branch: rivals on average; of these, of each thread */
};

struct estimate {
  struct level *levels;
  uint64_t known; /* levels that are up to date */
  uint64_t explorations, last_look;
  uint64_t events, pairs; /* that were new, and that were looked at */
  uint64_t longest;       /* events of an execution that has ended */
};

static void *estimate_make(const struct rv_memory *memory, const struct rv_options *options) {
  if (options->sample || options->preemptions || rv_explores_graphs(options))
    return NULL;
  struct estimate *const estimate = rv_reserve(memory, 1, sizeof *estimate);
  estimate->levels = rv_reserve(memory, options->max_steps + 1, sizeof *estimate->levels);
  return estimate;
}

static struct estimate *estimate_of(const struct rv_explorer *x) {
  return x->layers[RV_LAYER_ESTIMATE];
}

static void estimate_clear(struct rv_explorer *x) {
  struct estimate *const estimate = estimate_of(x);
  *estimate = (struct estimate){.levels = estimate->levels};
}

/* --- rivals ---------------------------------------------------------------------------------- */

/* Whether the thread of an event waited for it in this state already, for what comes there: a
 * message, a signal. */
static bool is_waited_for(const struct rv_explorer *x, const struct rv_event *event,
                          uint32_t position) {
  const rv_tid q = event->step.thread;
  const uint32_t own = rv_clock_at(event->clock, q);
  const struct rv_state *const state = &x->states[position];
  const bool stood_there = own < 2 || x->trace.threads[q].positions[own - 2] < position;
  return event->step.op.kind == RV_OP_AWAIT && stood_there &&
         !rv_bit(state->enabled, state->words, q);
}

/* An event that is the first of its thread to know of these events of p: it is a rival of those
 * that it conflicts with itself. What it knew before, it could not have come before. */
static void find_rivals_among(struct rv_explorer *x, const struct rv_event *event, rv_tid p) {
  const uint32_t knew = rv_clock_at(event->before, p), knows = rv_clock_at(event->clock, p);
  estimate_of(x)->pairs += knows - knew + 1;
  for (uint32_t i = knew; i < knows; i++) {
    const uint32_t position = x->trace.threads[p].positions[i];
    const struct rv_event *const known = &x->trace.events[position];
    if (known->step.op.kind != RV_OP_UNLOCK &&
        rv_dependent_as(rv_event_act(known), rv_event_act(event)) &&
        !is_waited_for(x, event, position) &&
        !rv_sleeps(x->states[position].sleep, event->step.thread))
      estimate_of(x)->levels[position].now |= UINT64_C(1) << event->step.thread % 64;
  }
}

static void find_rivals(struct rv_explorer *x) {
  for (uint64_t i = 0; i < x->trace.n; i++)
    estimate_of(x)->levels[i].now = 0;
  for (uint64_t i = 0; i < x->trace.n; i++) {
    const struct rv_event *const event = &x->trace.events[i];
    if (event->clock != event->before)
      for (rv_tid p = 0; p < x->trace.width; p++)
        if (p != event->step.thread)
          find_rivals_among(x, event, p);
  }
  estimate_of(x)->pairs += x->trace.n;
}

/* Every look stands for the executions since the last one, as far as they are of the branch. */
static void count_rivals(struct estimate *estimate, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    struct level *const level = &estimate->levels[i];
    const uint64_t since = level->begun < estimate->last_look ? estimate->last_look : level->begun;
    const double weight = (double)(estimate->explorations - since);
    level->rivals += weight * __builtin_popcountll(level->now);
    level->weight += weight;
    level->who |= level->now;
  }
  estimate->last_look = estimate->explorations;
}

static void average_rivals(struct level *level) {
  level->expected = level->weight > 0 ? level->rivals / level->weight : 0;
  level->per_name = level->who ? level->expected / __builtin_popcountll(level->who) : 1;
}

/* --- the tree -------------------------------------------------------------------------------- */

/* The explorations from a state on, where so many are expected from this branch on. */
static double expected_from(struct rv_explorer *x, uint64_t depth, double branch) {
  struct level *const level = &estimate_of(x)->levels[depth];
  const double sure = (double)level->done + branch;
  if (!level->branches)
    average_rivals(level);
  const double first = level->branches ? (double)level->first : branch;
  const double rivalled = first * (1 + level->expected);
  const double by_rivals = rivalled > sure ? rivalled : sure;
  if (!x->strategy->left)
    return by_rivals;
  const double each = sure / (double)(level->branches + 1);
  const double by_branches =
      sure + x->strategy->left(x, &x->states[depth]) * each * level->per_name;
  return x->strategy->ended ? (by_rivals + by_branches) / 2 : by_branches;
}

static void estimate_judge(struct rv_explorer *x) {
  const double most = 1e18;
  double expected = 1;
  for (uint64_t depth = x->trace.n; depth-- > 0;)
    expected = expected_from(x, depth, expected);
  x->stats.projected = (uint64_t)(expected < most ? expected : most);
  if (x->stats.projected < estimate_of(x)->explorations)
    x->stats.projected = estimate_of(x)->explorations;
}

static bool is_due(const struct estimate *estimate) {
  const uint64_t since = estimate->explorations - estimate->last_look;
  return since * LOOKS >= estimate->explorations &&
         estimate->pairs <= FREE_PAIRS + estimate->events;
}

static void know_levels(struct estimate *estimate, uint64_t n) {
  for (; estimate->known < n; estimate->known++)
    estimate->levels[estimate->known] = (struct level){.begun = estimate->explorations};
}

static void estimate_merged(struct rv_explorer *x, uint64_t explorations) {
  know_levels(estimate_of(x), x->trace.n + 1);
  estimate_of(x)->explorations += explorations;
}

static void count_length(struct rv_explorer *x) {
  struct estimate *const estimate = estimate_of(x);
  if (x->trace.n <= estimate->longest)
    return;
  estimate->longest = x->trace.n;
  x->stats.lengthened++;
}

static void estimate_ended(struct rv_explorer *x) {
  struct estimate *const estimate = estimate_of(x);
  count_length(x);
  estimate->events += x->trace.n - (estimate->known < x->trace.n ? estimate->known : x->trace.n);
  know_levels(estimate, x->trace.n);
  estimate->explorations++;
  if (!is_due(estimate))
    return;
  if (x->strategy->ended)
    find_rivals(x);
  count_rivals(estimate, x->trace.n);
  estimate_judge(x);
}

static void estimate_went_back(struct rv_explorer *x) {
  struct estimate *const estimate = estimate_of(x);
  if (x->exhausted) {
    x->stats.projected = estimate->explorations;
    return;
  }
  struct level *const level = &estimate->levels[x->trace.n];
  const uint64_t size = estimate->explorations - level->begun;
  if (!level->branches++) {
    average_rivals(level);
    level->first = size;
  }
  level->done += size;
  level->begun = estimate->explorations;
  level->rivals = level->weight = 0;
  level->who = 0;
  estimate->known = x->trace.n + 1;
}

const struct rv_layer rv_layer_estimate = {.make = estimate_make,
                                           .clear = estimate_clear,
                                           .ended = estimate_ended,
                                           .merged = estimate_merged,
                                           .went_back = estimate_went_back};
