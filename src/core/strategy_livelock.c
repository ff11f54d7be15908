/*
 * Livelocks: no reduction, from every state that was not reached before. The states and the steps
 * between them are kept, and in the end a fair cycle is looked for (state_graph.h). If there is
 * one, the last execution comes to it and goes round it once.
 */
#include "core/backtrack.h"
#include "core/state_graph.h"
#include "core/stateful.h"
#include "core/strategy.h"

/* x->own. */
struct own {
  struct rv_known_states known;
  struct rv_state_graph graph;
  bool searched;                 /* for a cycle; then all that is left is */
  const struct rv_graph_way *to; /* the next step of the way to it, and round it */
};

/* The part of a state. */
struct part {
  struct rv_backtrack sets;
  struct rv_graph_state *state; /* NULL: it is not known */
  bool again;                   /* it was reached before */
};

static struct part *part_of(const struct rv_state *state) {
  return RV_PART(struct part, state);
}

static void *livelock_make(const struct rv_memory *memory, const struct rv_options *options) {
  (void)options;
  struct own *const own = rv_reserve(memory, 1, sizeof *own);
  rv_known_states_init(&own->known, memory);
  rv_state_graph_init(&own->graph, memory);
  return own;
}

static void livelock_clear(struct rv_explorer *x) {
  struct own *const own = x->own;
  rv_known_states_clear(&own->known);
  rv_state_graph_clear(&own->graph);
  own->searched = false;
  own->to = NULL;
}

static void stay(struct rv_state *state) {
  for (size_t i = 0; i < state->words; i++)
    state->enabled[i] = 0;
}

static void add_to_graph(struct rv_explorer *x, struct rv_state *state) {
  struct own *const own = x->own;
  struct part *const part = part_of(state);
  uint64_t fingerprint[2], slept;
  bool is_new = true;
  struct rv_known_state *const known =
      state->words == 1 ? rv_known_state(x, state, fingerprint, &slept, &is_new) : NULL;
  x->stats.uncompared += !known;
  if (known && is_new)
    known->own = rv_graph_state_add(&own->graph, state->enabled[0]);
  part->state = known ? known->own : NULL;
  part->again = !is_new;
  if (x->trace.n && part->state && part_of(state - 1)->state)
    rv_graph_step_add(&own->graph, part_of(state - 1)->state, part->state,
                      &x->trace.events[x->trace.n - 1].step);
}

static void livelock_look(struct rv_explorer *x, struct rv_state *state, bool awaits) {
  (void)awaits;
  const struct own *const own = x->own;
  if (!own->searched)
    add_to_graph(x, state);
  if (own->searched ? !own->to : part_of(state)->again)
    stay(state);
}

/* The next step of the way. If it can't be made, the states were not what they seemed. */
static bool go_on(struct rv_explorer *x, const struct rv_state *state) {
  struct own *const own = x->own;
  const struct rv_graph_step *const step = own->to->step;
  if (!rv_bit(state->enabled, state->words, step->thread)) {
    x->stats.uncompared++;
    return false;
  }
  own->to = own->to->next;
  rv_plan(x, step->thread, step->choice);
  return true;
}

static bool livelock_arrive(struct rv_explorer *x, struct rv_state *state) {
  const struct own *const own = x->own;
  if (own->searched)
    return go_on(x, state);
  rv_backtrack_arrive(x, state);
  rv_bits_copy(rv_backtrack(state)->set, state->enabled, state->words);
  return rv_backtrack_next(x, state);
}

static enum rv_ending livelock_ending(struct rv_explorer *x, const struct rv_state *state) {
  const struct own *const own = x->own;
  return own->searched || part_of(state)->again ? RV_PRUNED : RV_COMPLETE;
}

static bool livelock_again(struct rv_explorer *x, struct rv_state *state,
                           const struct rv_event *done) {
  const struct own *const own = x->own;
  return !own->searched && rv_backtrack_again_awake(x, state, done);
}

static bool livelock_further(struct rv_explorer *x) {
  struct own *const own = x->own;
  if (own->searched)
    return false;
  own->searched = true;
  own->to = rv_fair_cycle(&own->graph);
  return own->to && go_on(x, rv_present(x));
}

const struct rv_strategy rv_strategy_livelock = {.name = "naive",
                                                 .make = livelock_make,
                                                 .clear = livelock_clear,
                                                 .look = livelock_look,
                                                 .arrive = livelock_arrive,
                                                 .ending = livelock_ending,
                                                 .again = livelock_again,
                                                 .further = livelock_further};
