/*
 * Which strategy explores: by name, and by the options.
 */
#include "core/strategy.h"
#include "core/turns.h"

static const struct rv_strategy *const algorithms[RV_ALGORITHMS] = {
    [RV_NAIVE] = &rv_strategy_naive,   [RV_SLEEP] = &rv_strategy_sleep,
    [RV_STATIC] = &rv_strategy_static, [RV_DPOR] = &rv_strategy_dpor,
    [RV_SOURCE] = &rv_strategy_source, [RV_OPTIMAL] = &rv_strategy_optimal,
    [RV_UNFOLD] = &rv_strategy_unfold, [RV_GRAPH] = &rv_strategy_graph,
};

/* Those that there are for a search that remembers states, and without sleep sets. */
static const struct rv_strategy *const stateful[RV_ALGORITHMS] = {
    [RV_NAIVE] = &rv_strategy_naive_stateful,
    [RV_SLEEP] = &rv_strategy_sleep_stateful,
    [RV_STATIC] = &rv_strategy_static_stateful,
    [RV_DPOR] = &rv_strategy_dpor_stateful,
};

static const struct rv_strategy *const awake[RV_ALGORITHMS] = {
    [RV_STATIC] = &rv_strategy_static_awake,
    [RV_DPOR] = &rv_strategy_dpor_awake,
};

static const struct rv_strategy *const stateful_awake[RV_ALGORITHMS] = {
    [RV_STATIC] = &rv_strategy_static_stateful_awake,
    [RV_DPOR] = &rv_strategy_dpor_stateful_awake,
};

static const struct rv_strategy *const samplers[RV_SAMPLES] = {
    [RV_SAMPLE_RANDOM] = &rv_strategy_random,
    [RV_SAMPLE_PCT] = &rv_strategy_pct,
    [RV_SAMPLE_POS] = &rv_strategy_pos,
};

const char *rv_algorithm_name(enum rv_algorithm algorithm) {
  return algorithm < RV_ALGORITHMS ? algorithms[algorithm]->name : NULL;
}

const char *rv_order_name(enum rv_order order) {
  static const char *const names[RV_ORDERS] = {"round-robin", "youngest", "random"};
  return order < RV_ORDERS ? names[order] : NULL;
}

const char *rv_sample_name(enum rv_sample sample) {
  if (sample == RV_SAMPLE_NONE)
    return "none";
  return sample < RV_SAMPLES ? samplers[sample]->name : NULL;
}

const char *rv_memory_model_name(enum rv_memory_model model) {
  static const char *const names[RV_MEMORY_MODELS] = {"sc", "tso", "pso", "c11"};
  return model < RV_MEMORY_MODELS ? names[model] : NULL;
}

const char *rv_search_name(const struct rv_options *options) {
  if (rv_explores_graphs(options))
    return rv_strategy_graph.name;
  return options->sample ? rv_sample_name(options->sample) : rv_algorithm_name(options->algorithm);
}

/* With context sensitivity, `optimal` uses wakeup trees until two orders reach the same state. Then
 * wakeup trees no longer guarantee what they rely on, and source sets replace them. With observers
 * it is the other way round: bound reads need whole sequences. Observers are used only once two
 * threads store to the same range (observers.h). Under a bound of preemptions sleep sets cut too
 * much, so no algorithm is optimal there (bound.h). */
const struct rv_strategy *rv_strategy_for(const struct rv_explorer *x) {
  const struct rv_options *const options = &x->options;
  const uint32_t algorithm = options->algorithm;
  if (rv_explores_graphs(options))
    return &rv_strategy_graph;
  if (options->sample)
    return samplers[options->sample];
  const enum rv_way_to_search way = rv_turn_way(x);
  if (options->observers && rv_fact(x, RV_FACT_STORES) && way == RV_WAY_AS_ASKED)
    return algorithm == RV_SOURCE && !options->context ? &rv_strategy_source_observers
                                                       : &rv_strategy_observers;
  if (options->livelocks)
    return &rv_strategy_livelock;
  if (options->stateful)
    return (options->no_sleep ? stateful_awake : stateful)[algorithm];
  if (options->no_sleep && !options->preemptions)
    return awake[algorithm];
  if (options->preemptions)
    return algorithm == RV_NAIVE ? &rv_strategy_naive_bounded : &rv_strategy_bounded;
  if (options->context && way != RV_WAY_PLAIN)
    return algorithm == RV_SOURCE || rv_fact(x, RV_FACT_CONTEXT) ? &rv_strategy_context
                                                                 : &rv_strategy_optimal_context;
  return algorithms[algorithm];
}
