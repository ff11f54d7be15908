/*
 * Persistent sets from what threads may still do from where they stand, as it is known from what
 * was seen so far (persistent.h): "Static POR" of POPL 2005, section 5. With sleep sets every trace
 * is explored to its end once; other explorations of it end blocked.
 */
#include "core/persistent.h"
#include "core/stateful.h"
#include "core/strategy.h"

/* x->own; what a search that remembers states needs comes first. */
struct own {
  struct rv_known_states known;
  struct rv_flow *flow;
};

/* The part of a state. */
struct static_part {
  struct rv_stateful known;
  struct rv_stands *stands; /* NULL: the system does not say enough */
};

static struct static_part *part_of(const struct rv_state *state) {
  return RV_PART(struct static_part, state);
}

static struct rv_flow *flow_of(const struct rv_explorer *x) {
  return ((struct own *)x->own)->flow;
}

static void *static_make(const struct rv_memory *memory, const struct rv_options *options) {
  struct own *const own = rv_reserve(memory, 1, sizeof *own);
  own->flow = rv_flow_make(memory);
  if (options->stateful)
    rv_known_states_init(&own->known, memory);
  return own;
}

static void static_clear(struct rv_explorer *x) {
  struct own *const own = x->own;
  rv_flow_clear(own->flow);
  if (own->known.n)
    rv_known_states_clear(&own->known);
}

static void learn(struct rv_explorer *x, struct rv_state *state) {
  const struct rv_stands *const before = x->trace.n ? part_of(state - 1)->stands : NULL;
  struct rv_stands *const stands = rv_stands_are_known(x) ? rv_stands_look(x, before) : NULL;
  part_of(state)->stands = stands;
  if (stands)
    rv_flow_learn(x, flow_of(x), stands, before);
}

static void static_look(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  (void)awaits;
  rv_stateful(state)->only = UINT64_MAX;
  learn(x, state);
}

static void static_look_stateful(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  rv_stateful_look(x, state, awaits);
  learn(x, state);
}

static bool static_arrive(struct rv_explorer *x, struct rv_state *state) {
  struct rv_stands *const stands = part_of(state)->stands;
  if (!stands || rv_is_reached_again(state))
    return rv_stateful_arrive(x, state);
  rv_backtrack_arrive(x, state);
  rv_persistent_set(x, flow_of(x), state, stands, rv_backtrack(state)->set);
  stands->version = flow_of(x)->version;
  return rv_backtrack_next(x, state);
}

/* The next member of the set, which has to be closed if more is known by now. */
static bool static_next(struct rv_explorer *x, struct rv_state *state) {
  struct rv_stands *const stands = part_of(state)->stands;
  uint64_t *const set = rv_backtrack(state)->set;
  if (stands && !rv_is_reached_again(state) && stands->version != flow_of(x)->version) {
    rv_persistent_close(x, flow_of(x), state, stands, set);
    stands->version = flow_of(x)->version;
  }
  return rv_backtrack_next(x, state);
}

static bool static_again(struct rv_explorer *x, struct rv_state *state,
                         const struct rv_event *done) {
  if (rv_next_choice(x, done))
    return true;
  rv_put_to_sleep(x, state, done);
  return static_next(x, state);
}

static bool static_again_awake(struct rv_explorer *x, struct rv_state *state,
                               const struct rv_event *done) {
  return rv_next_choice(x, done) || static_next(x, state);
}

static bool static_again_stateful(struct rv_explorer *x, struct rv_state *state,
                                  const struct rv_event *done) {
  const bool more = static_again(x, state, done);
  if (!more)
    rv_stateful_leave(x, state, rv_backtrack(state)->set[0]);
  return more;
}

const struct rv_strategy rv_strategy_static = {.name = "static",
                                               .make = static_make,
                                               .clear = static_clear,
                                               .sleep = rv_backtrack_sleep,
                                               .look = static_look,
                                               .arrive = static_arrive,
                                               .again = static_again,
                                               .left = rv_backtrack_left};

const struct rv_strategy rv_strategy_static_awake = {.name = "static",
                                                     .make = static_make,
                                                     .clear = static_clear,
                                                     .look = static_look,
                                                     .arrive = static_arrive,
                                                     .again = static_again_awake,
                                                     .left = rv_backtrack_left};

/* The same from every state, for what was not explored when it was reached before. */
const struct rv_strategy rv_strategy_static_stateful = {.name = "static",
                                                        .make = static_make,
                                                        .clear = static_clear,
                                                        .sleep = rv_backtrack_sleep,
                                                        .look = static_look_stateful,
                                                        .arrive = static_arrive,
                                                        .ending = rv_stateful_ending,
                                                        .again = static_again_stateful,
                                                        .left = rv_backtrack_left};

const struct rv_strategy rv_strategy_static_stateful_awake = {.name = "static",
                                                              .make = static_make,
                                                              .clear = static_clear,
                                                              .look = static_look_stateful,
                                                              .arrive = static_arrive,
                                                              .ending = rv_stateful_ending,
                                                              .again = static_again_awake,
                                                              .left = rv_backtrack_left};
