/*
 * A strategy decides which steps are explored from each state. It is a table of functions, and
 * each has a file of its own; adding one is adding a row to the table in explorer.c.
 */
#ifndef RAVEL_CORE_STRATEGY_H
#define RAVEL_CORE_STRATEGY_H

#include "core/exploration.h"

struct rv_strategy {
  const char *name;
  bool sleeps;     /* uses sleep sets */
  bool from_start; /* comes back to no state but the initial one */

  /* A new state was reached: plan the first step from there. False if all that is enabled is
   * asleep; some thread is enabled. */
  bool (*arrive)(struct rv_explorer *x, struct rv_state *state);

  /* The execution is over. Look for races and plan what is to be explored because of them. */
  void (*ended)(struct rv_explorer *x);

  /* Everything that follows `done` from this state is explored: plan another step from here.
   * False if there is none. */
  bool (*again)(struct rv_explorer *x, struct rv_state *state, const struct rv_event *done);

  /* Optional. How many branches from this state are known and not begun yet; the one that is being
   * explored does not count. */
  uint64_t (*left)(const struct rv_explorer *x, const struct rv_state *state);

  /* Optional. There is nothing more to explore, from any state: plan a step from the initial one
   * for what was left out on purpose. False if nothing was, or it stays so. */
  bool (*further)(struct rv_explorer *x);
};

extern const struct rv_strategy rv_strategy_naive, rv_strategy_sleep, rv_strategy_dpor,
    rv_strategy_source, rv_strategy_optimal, rv_strategy_observers, rv_strategy_source_observers,
    rv_strategy_context, rv_strategy_unfold, rv_strategy_bounded, rv_strategy_random,
    rv_strategy_pct, rv_strategy_pos;

#endif
