/*
 * A strategy decides which steps are explored from each state. It is a table of functions, and
 * each has a file of its own; adding one is adding a row to the tables in strategies.c. What an
 * option changes in a search is a strategy, or a function that strategies share: the driver asks,
 * and knows no options.
 *
 * A strategy has its own part of every state (RV_PART()) and of the explorer (`own`).
 */
#ifndef RAVEL_CORE_STRATEGY_H
#define RAVEL_CORE_STRATEGY_H

#include "core/exploration.h"

struct rv_strategy {
  const char *name;
  bool from_start; /* comes back to no state but the initial one */

  /* Optional. What the strategy keeps: x->own. clear: the search begins again. */
  void *(*make)(const struct rv_memory *memory, const struct rv_options *options);
  void (*clear)(struct rv_explorer *x);

  /* Optional. The planned step was made, and is the last event now. */
  void (*made)(struct rv_explorer *x, struct rv_event *event);

  /* Optional. Who sleeps after the last step, of those that slept before it. Without it nobody
   * sleeps. */
  const struct rv_sleeper *(*sleep)(struct rv_explorer *x, const struct rv_sleeper *before);

  /* Optional. A new state was reached, in which perhaps no thread is enabled. `awaits`: a thread
   * may have come to stand before an await in the last step. */
  void (*look)(struct rv_explorer *x, struct rv_state *state, bool awaits);

  /* A new state was reached: plan the first step from there. False if all that is enabled is
   * asleep; some thread is enabled. */
  bool (*arrive)(struct rv_explorer *x, struct rv_state *state);

  /* Optional. Removes, from the threads that could be explored next from a state, those that need
   * not be. */
  void (*choose)(struct rv_explorer *x, struct rv_state *state, uint64_t *threads);

  /* Optional. Whether the search will certainly return to the present state. */
  bool (*returns)(const struct rv_state *state);

  /* Optional. No thread is enabled any more. RV_COMPLETE, unless the execution is covered by
   * others. */
  enum rv_ending (*ending)(struct rv_explorer *x, const struct rv_state *state);

  /* Optional. The execution is over. Look for races and plan what is to be explored because of
   * them. */
  void (*ended)(struct rv_explorer *x);

  /* Everything that follows `done` from this state is explored: plan another step from here.
   * False if there is none. */
  bool (*again)(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done);

  /* Optional. How many branches from this state are known and not begun yet; the one that is being
   * explored does not count. */
  uint64_t (*left)(const struct rv_explorer *x, const struct rv_state *state);

  /* Optional. How a search is written down and split (piece.h). Without it a search can be neither
   * saved nor split. */
  const struct rv_split *split;

  /* Optional. Nothing is left to explore from any state. Plans a step from the initial state for
   * what was left out on purpose. False if there is none. */
  bool (*further)(struct rv_explorer *x);
};

extern const struct rv_strategy rv_strategy_naive, rv_strategy_sleep, rv_strategy_dpor,
    rv_strategy_source, rv_strategy_optimal, rv_strategy_optimal_context, rv_strategy_observers,
    rv_strategy_source_observers, rv_strategy_context, rv_strategy_unfold, rv_strategy_graph,
    rv_strategy_bounded, rv_strategy_naive_bounded, rv_strategy_naive_stateful,
    rv_strategy_sleep_stateful, rv_strategy_static, rv_strategy_static_awake,
    rv_strategy_static_stateful, rv_strategy_static_stateful_awake, rv_strategy_dpor_awake,
    rv_strategy_dpor_stateful, rv_strategy_dpor_stateful_awake, rv_strategy_random, rv_strategy_pct,
    rv_strategy_pos, rv_strategy_livelock;

/* The strategy for the options and the facts known so far. */
const struct rv_strategy *rv_strategy_for(const struct rv_explorer *x);

#endif
