/*
 * The driver: the loop of stateless model checking, the same for every strategy.
 *
 * A tour. rv_explorer_next() explores one execution. begin_search() takes the system back to its
 * initial state and has it make again the steps that are on the stack: the trace (trace.h) is E of
 * the papers, and the state before each of its events (struct rv_state, exploration.h) is the frame
 * of one call of the papers' recursive Explore(E, Sleep). The entry above the last event holds the
 * step that is planned. make_step() makes it, and arrive() looks at the state it leads to, with the
 * sleep set as sleep.h has it; there the strategy (strategy.h) plans the next step. When no thread
 * is enabled, or all that are enabled sleep, the execution has ended. The strategy looks for races
 * in it and plans more at states further down. Then plan_next() goes back, event by event,
 * to the last state from where the strategy has something else to explore, and plans that.
 *
 * All of it is in memory that may outlive the process. A step is planned before it is begun and the
 * stack is as it was until the step is done, so whoever attaches next repeats at most the steps.
 */
#include "core/explorer.h"

#include <assert.h>
#include <string.h>

#include "core/bitset.h"
#include "core/blocking.h"
#include "core/layer.h"
#include "core/strategy.h"
#include "core/tell.h"
#include "core/turns.h"

struct rv_explorer *rv_explorer_new(const struct rv_memory *memory,
                                    const struct rv_options *options, struct rv_facts *facts) {
  struct rv_explorer *const x = rv_reserve(memory, 1, sizeof *x);
  x->options = *options;
  if (!x->options.max_steps)
    x->options.max_steps = 1000000;
  x->memory = *memory;
  x->random = options->seed;
  rv_trace_init(&x->trace, &x->memory, x->options.max_steps);
  x->states = rv_reserve(memory, x->options.max_steps + 1, sizeof *x->states);
  rv_arena_init(&x->arena, &x->memory);
  rv_happens_before_init(&x->hb, &x->memory);
  rv_wakeup_init(&x->wakeup, &x->memory);
  x->v.pool = &x->hb.pool;
  rv_piece_init(&x->piece, &x->memory);
  rv_layers_make(x);
  x->facts = facts ? facts : rv_reserve(memory, 1, sizeof *x->facts);
  rv_facts_apply(x);
  return x;
}

/* Sets the strategy that explores now. It has only the data that it made itself. */
static void choose_strategy(struct rv_explorer *x) {
  const struct rv_strategy *const before = x->strategy;
  x->strategy = rv_strategy_for(x);
  if (before && x->strategy->make != before->make)
    x->own = NULL;
  if (x->strategy->make && !x->own)
    x->own = x->strategy->make(&x->memory, &x->options);
}

void rv_explorer_attach(struct rv_explorer *x, const struct rv_system *system,
                        const struct rv_memory *memory) {
  x->memory = *memory;
  x->system = system;
  x->strategy = NULL; /* what was the address of another process */
  choose_strategy(x);
}

const struct rv_stats *rv_explorer_stats(const struct rv_explorer *x) {
  return &x->stats;
}

const struct rv_replay *rv_explorer_steps(const struct rv_explorer *x, size_t *stride, size_t *n,
                                          bool *under_way) {
  *stride = sizeof *x->trace.events;
  *n = x->trace.n + x->under_way;
  *under_way = x->under_way;
  return &x->trace.events->step;
}

static void count_at_most(uint64_t *statistic, uint64_t value) {
  if (*statistic < value)
    *statistic = value;
}

static void count_size(struct rv_explorer *x) {
  count_at_most(&x->stats.longest, x->trace.n);
  count_at_most(&x->stats.threads, x->trace.created);
}

/* Reads which threads can go on. Those that were stopped are not among them. */
static void read_enabled(struct rv_explorer *x, struct rv_state *state) {
  const struct rv_system *const system = x->system;
  size_t words;
  const uint64_t *const enabled = system->enabled(system->self, &words);
  state->words = words;
  state->enabled = rv_arena_alloc(&x->arena, words * sizeof *enabled);
  rv_bits_copy(state->enabled, enabled, words);
  for (rv_tid t = 0; x->trace.stopped && t < words * 64; t++)
    rv_lemma(!x->trace.threads[t].stopped || !rv_bit(enabled, words, t));
}

static bool is_void(const struct rv_explorer *x) {
  const struct rv_system *const system = x->system;
  return system->is_void && system->is_void(system->self);
}

/* How an execution ended in which no thread is enabled any more. */
static enum rv_ending ending(struct rv_explorer *x, const struct rv_state *state) {
  const enum rv_ending covered = x->strategy->ending ? x->strategy->ending(x, state) : RV_COMPLETE;
  if (covered != RV_COMPLETE)
    return covered;
  if (x->trace.bounded)
    return RV_BOUNDED;
  if (x->trace.assumed)
    return RV_ASSUMED;
  return is_void(x) ? RV_VOID : RV_COMPLETE;
}

/* Lets the strategy plan a first step from a state. If there is none, the execution is over
 * (Algorithm 2, lines 2 and 8; CAV's Algorithm 1, line 5). */
static void plan_first(struct rv_explorer *x, struct rv_state *state) {
  if (rv_bits_empty(state->enabled, state->words))
    x->ending = ending(x, state);
  else if (x->trace.n == x->trace.capacity)
    x->ending = RV_BOUNDED;
  else if (!x->strategy->arrive(x, state))
    x->ending = RV_BLOCKED;
  if (x->ending != RV_RUNNING)
    rv_waiting_collect(x);
  state->arena_top = x->arena.top;
}

/* Looks at the state after the last step: the head of Explore (Algorithm 1, line 1; Algorithm 2,
 * lines 1 and 14; CAV's Algorithm 1, line 3). `awaits`: a thread may have reached an await. */
static void arrive(struct rv_explorer *x, bool awaits) {
  struct rv_state *const state = rv_present(x);
  const bool sleep = x->trace.n && state[-1].sleep;
  state->sleep = sleep ? x->strategy->sleep(x, state[-1].sleep) : NULL;
  read_enabled(x, state);
  if (x->layers_in_steps)
    rv_layers_arrive(x, state);
  for (const struct rv_sleeper *s = state->sleep; s && !x->piece.to_follow; s = s->next)
    x->stats.sleep_hits += rv_bit(state->enabled, state->words, s->thread);
  if (x->strategy->look)
    x->strategy->look(x, state, awaits);
  if (x->piece.to_follow)
    rv_piece_follow(x, state);
  else
    plan_first(x, state);
  x->arrived = true;
}

enum rv_status rv_go_back(struct rv_explorer *x, uint64_t n) {
  const struct rv_system *const system = x->system;
  const struct rv_replay *const steps = &x->trace.events->step;
  const size_t stride = sizeof *x->trace.events;
  uint64_t replayed = n;
  enum rv_status status;
  if (system->back) {
    status = system->back(system->self, steps, stride, n, &replayed);
  } else {
    struct rv_step begun = {0};
    status = system->reset(system->self, &begun);
    if (status == RV_OK && n)
      status = system->replay(system->self, steps, stride, n);
  }
  x->stats.replayed += replayed;
  return status;
}

/* To the last state on the stack, which at first is the initial one. */
static enum rv_status begin_search(struct rv_explorer *x) {
  if (x->arrived)
    return rv_go_back(x, x->trace.n);
  struct rv_step begun = {0};
  const enum rv_status status = x->system->reset(x->system->self, &begun);
  if (status != RV_OK && status != RV_ENDED)
    return status;
  rv_trace_begin(&x->trace, &begun);
  count_size(x);
  if (status == RV_ENDED)
    return status;
  arrive(x, true);
  return RV_OK;
}

/* Makes the planned step: the recursive call of Explore (Algorithm 1, line 11; Algorithm 2,
 * line 19; CAV's Algorithm 1, line 10). */
static enum rv_status make_step(struct rv_explorer *x) {
  const struct rv_system *const system = x->system;
  struct rv_event *const event = &x->trace.events[x->trace.n];
  if (system->keep && (!x->strategy->from_start || !x->trace.n))
    system->keep(system->self, x->strategy->returns && x->strategy->returns(rv_present(x)));
  if (x->layers_in_steps)
    rv_layers_step(x);
  struct rv_step done = {0};
  x->under_way = true;
  const enum rv_status status =
      system->step(system->self, event->step.thread, event->step.choice, &done);
  x->under_way = false;
  if (status != RV_OK && status != RV_ENDED)
    return status;

  rv_trace_push(&x->trace, &done);
  if (x->strategy->made)
    x->strategy->made(x, event);
  ++*(x->piece.to_follow ? &x->stats.replayed : &x->stats.events);
  count_size(x);
  if (status == RV_ENDED)
    return status;
  if (x->piece.check && !rv_piece_is_repeated(x))
    return RV_DIVERGED;
  arrive(x, done.awaits);
  return RV_OK;
}

/* Goes back to the last state from where there is more to explore and plans it. */
static bool plan_next(struct rv_explorer *x) {
  while (x->trace.n > x->piece.root) {
    const struct rv_event *const done = rv_trace_pop(&x->trace);
    rv_happens_before_shrink(&x->hb, &x->trace, x->trace.n);
    struct rv_state *const state = rv_present(x);
    rv_arena_release(&x->arena, state->arena_top);
    const bool more = x->strategy->again(x, state, done);
    state->arena_top = x->arena.top;
    if (more)
      return true;
  }
  const bool further = !x->piece.root && x->strategy->further && x->strategy->further(x);
  x->states[0].arena_top = x->arena.top;
  return further;
}

void rv_explorer_clear(struct rv_explorer *x) {
  memset(&x->stats, 0, sizeof x->stats);
  rv_trace_clear(&x->trace);
  rv_happens_before_clear(&x->hb, &x->trace);
  rv_wakeup_clear(&x->wakeup);
  if (x->strategy->clear)
    x->strategy->clear(x);
  rv_layers_clear(x);
  rv_arena_release(&x->arena, 0);
  x->random = x->options.seed;
  x->ending = RV_RUNNING;
  x->arrived = x->relied = x->exhausted = false;
  x->facts->known = x->facts->n;
  x->ended = 0;
  rv_piece_clear(&x->piece);
  choose_strategy(x);
}

/* The search has found facts that it did not know at its start: everything explored so far is
 * discarded. */
static enum rv_progress restart(struct rv_explorer *x) {
  if (x->piece.member)
    return RV_OUTDATED;
  const uint64_t restarts = x->stats.restarts + 1;
  rv_explorer_clear(x);
  x->stats.restarts = restarts;
  return RV_MORE;
}

static void count_execution(struct rv_explorer *x) {
  switch (x->ending) {
  case RV_BLOCKED:
    x->stats.blocked++;
    break;
  case RV_BOUNDED:
    x->stats.bounded++;
    break;
  case RV_ASSUMED:
    x->stats.bounded++;
    x->stats.assumed++;
    break;
  case RV_PRUNED:
    x->stats.pruned++;
    break;
  case RV_VOID:
    x->stats.void_++;
    break;
  default:
    x->stats.executions++;
  }
}

static enum rv_progress plan_or_end(struct rv_explorer *x) {
  if (x->strategy->ended && !rv_begins_again(x))
    x->strategy->ended(x);
  if (x->diverged)
    return RV_REPLAY_FAILED;
  if (rv_begins_again(x))
    return restart(x);
  rv_layers_ended(x);
  count_execution(x);
  x->ended += x->ending != RV_PRUNED;
  x->exhausted = !plan_next(x);
  rv_turn_look(x);
  if (rv_begins_again(x))
    return restart(x);
  rv_layers_went_back(x);
  x->ending = RV_RUNNING;
  if (x->exhausted)
    return RV_DONE;
  const uint64_t most = x->options.max_executions;
  return most && x->ended == most ? RV_LIMIT : RV_MORE;
}

void rv_explorer_went_on(struct rv_explorer *x, const struct rv_event *done,
                         uint64_t explorations) {
  struct rv_state *const state = rv_present(x);
  rv_layers_merged(x, explorations);
  rv_arena_release(&x->arena, state->arena_top);
  const bool more = x->strategy->again(x, state, done);
  state->arena_top = x->arena.top;
  x->exhausted = !more && !plan_next(x);
  rv_layers_went_back(x);
  x->ending = RV_RUNNING;
}

enum rv_progress rv_explorer_next(struct rv_explorer *x) {
  assert(x->system && x->strategy);
  if (x->exhausted)
    return RV_DONE;
  if (x->piece.awaited)
    return RV_AWAITS;
  x->under_way = false;
  enum rv_status status = begin_search(x);
  while (status == RV_OK && x->ending == RV_RUNNING && !x->piece.awaited && !x->piece.misfit)
    status = make_step(x);
  if (status == RV_OK && x->piece.misfit)
    return RV_MISFIT;
  if (status == RV_OK && x->piece.awaited)
    return RV_AWAITS;
  if (status == RV_OK)
    status = x->system->finish(x->system->self, x->ending != RV_BLOCKED && x->ending != RV_PRUNED);
  if (status == RV_OK || status == RV_ENDED)
    rv_tell_explored(x);
  switch (status) {
  case RV_OK:
    return plan_or_end(x);
  case RV_RESTART:
    return restart(x);
  case RV_ENDED:
    x->stats.executions++;
    return RV_STOPPED;
  default:
    return RV_REPLAY_FAILED;
  }
}
