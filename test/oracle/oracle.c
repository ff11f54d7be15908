/*
 * The oracle: random small programs, on which every strategy must find exactly the traces that
 * brute force finds, each once.
 *
 *   oracle FIRST_SEED COUNT [FEATURES [PARTS]]
 *
 * FEATURES is a sum of enum feature (program.h), or `-`: by the seed, the default. Prints the
 * program, made smaller, on the first mismatch. PARTS are letters: p for the algorithms that find
 * exactly the traces, n for bounds of preemptions, s for samples, o for observers, c for context
 * sensitivity, b for both, l for one program in four made longer, y for symmetry, with programs of
 * its own; all by default. g is for execution graphs, where it is asked for.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/exploration.h"
#include "system.h"

#if defined NDEBUG || defined RV_LEMMAS_UNCHECKED
#error "the oracle is to check asserts and lemmas too"
#endif

enum {
  MOST_INTERLEAVINGS = 20000,
  MOST_WITH_LOOPS = 1000,
  MOST_ORDERED = 3000,
  MOST_PARTIAL = 3,
  MOST_PREEMPTIONS = 3,
  MOST_IN_VAIN = 1000, /* before the searches of turns.h take turns */
  PADDING = 12,
  SAMPLES = 40
};
enum { LONGEST = MAX_EVENTS * (1 + PADDING) };

static struct oracle_memory memory;

/* A loop that tries again makes a program large and shows little that a small one does not show. So
 * most of those that are large are left out: five times as many are judged in the same time. */
static uint64_t most_interleavings(const struct program *p) {
  return p->loops && p->seed % 8 ? MOST_WITH_LOOPS : MOST_INTERLEAVINGS;
}

/* What brute force says of the program that is judged, without observers and with them: worked out
 * when it is first asked for. */
static struct truth {
  bool known;
  uint64_t interleavings; /* 0: there are too many */
  struct trace_set traces;
  struct equivalence equivalence;
} truths[2];

static void forget_truth(void) {
  for (unsigned i = 0; i < 2; i++) {
    trace_set_free(&truths[i].traces);
    truths[i] = (struct truth){.equivalence = {.observers = i}};
  }
}

static const struct truth *truth_of(const struct program *p, bool observers) {
  struct truth *const truth = &truths[observers];
  if (!truth->known)
    truth->interleavings =
        brute_force(p, &truth->equivalence, most_interleavings(p), &truth->traces);
  truth->known = true;
  return truth;
}

/* The parts of the oracle, in one letter each. */
static const char *parts = "pnsocbdly";

/* Stores of its own that each thread makes before each of its steps. */
static unsigned padding;

struct totals {
  uint64_t with_loops, without_loops; /* traces with and without iterations that only read */
  uint64_t judged, graphs, graphs_blocked, programs, skipped, traces, observed, context, pruned,
      interleavings;
  uint64_t symmetric, all_alike, orbits; /* programs, their traces with and without names */
  uint64_t bounded, repeated; /* executions under bounds of preemptions, and blocked ones */
  uint64_t blocked[RV_ALGORITHMS][MOST_PARTIAL + 1];
};

/* The facts that the last search began with, in the end; and whether the next one is given them. */
static struct rv_facts facts;
static bool given;

static enum rv_progress explore(struct oracle_system *system, const struct rv_options *options,
                                struct rv_stats *stats) {
  const struct rv_memory from = oracle_memory(&memory);
  if (!given)
    facts.n = 0;
  struct rv_explorer *const x = rv_explorer_new(&from, options, &facts);
  rv_explorer_attach(x, &system->interface, &from);
  x->wakeup.few = 0;
  enum rv_progress progress;
  uint64_t restarts = 0;
  uint32_t begun_with = facts.n;
  while ((progress = rv_explorer_next(x)) == RV_MORE)
    if (rv_explorer_stats(x)->restarts > restarts) { /* what was explored does not count */
      restarts++;
      begun_with = facts.n;
      told_clear(&system->told);
      trace_set_free(&system->traces);
      system->repeated = 0;
    }
  *stats = *rv_explorer_stats(x);
  facts.n = begun_with;
  oracle_memory_release(&memory);
  return progress;
}

/* The same search again, with what the last one had found out before it began for the last time. */
static const char *judge_facts(const struct program *p, const struct equivalence *equivalence,
                               const struct rv_options *options, struct rv_stats then) {
  struct oracle_system system;
  struct rv_stats stats;
  oracle_system_init(&system, p, equivalence, padding);
  given = true;
  explore(&system, options, &stats);
  given = false;
  oracle_system_free(&system);
  if (stats.restarts)
    return "it began again though it was given all facts";
  then.restarts = 0;
  return memcmp(&stats, &then, sizeof stats) ? "with the facts alone it is another search" : NULL;
}

/* NULL if this strategy does what it must, otherwise what is wrong. */
static const char *judge(const struct program *p, const struct trace_set *traces,
                         uint64_t interleavings, const struct equivalence *equivalence,
                         const struct rv_options *options, struct totals *totals) {
  struct oracle_system system;
  oracle_system_init(&system, p, equivalence, padding);
  if (options->algorithm < RV_UNFOLD && !options->observers && !options->context)
    oracle_system_tell(&system, options);
  struct rv_stats stats;
  const enum rv_progress progress = explore(&system, options, &stats);
  if (options->algorithm == RV_GRAPH)
    totals->graphs_blocked += stats.blocked;
  else
    totals->blocked[options->algorithm][options->k] += stats.blocked;

  const bool optimal =
      options->algorithm == RV_OPTIMAL || (options->algorithm == RV_UNFOLD && !options->k);
  const char *wrong = NULL;
  if (system.misuse)
    wrong = system.misuse;
  else if (progress != RV_DONE)
    wrong = "it did not come to an end";
  else if (!trace_set_equal(traces, &system.traces))
    wrong = system.traces.n < traces->n ? "a trace is missing" : "the traces differ";
  else if (options->algorithm == RV_NAIVE ? stats.executions != interleavings
                                          : stats.executions != traces->n)
    wrong = "the number of executions is wrong";
  else if (options->algorithm != RV_NAIVE && system.repeated)
    wrong = "a trace was explored twice";
  else if (optimal && stats.blocked)
    wrong = "optimal began a blocked exploration";
  else if (system.told.wrong && !options->symmetry) /* no tree is drawn with it */
    wrong = system.told.wrong;
  else if (!system.has_reasons && system.told.any)
    wrong = "a reversal was told by an algorithm that has none";
  oracle_system_free(&system);
  return wrong || !stats.restarts ? wrong : judge_facts(p, equivalence, options, stats);
}

/* One strategy in one order, unfold with every k. */
static const char *judge_one(const struct program *p, const struct trace_set *traces,
                             uint64_t interleavings, const struct equivalence *equivalence,
                             struct rv_options *options, struct totals *totals) {
  const uint64_t most = options->algorithm == RV_UNFOLD ? MOST_PARTIAL : 0;
  const char *wrong = NULL;
  uint64_t *const blocked = totals->blocked[options->algorithm], fewest = UINT64_MAX;
  for (uint64_t k = 0; !wrong && k <= most; k++) {
    options->k = k;
    const uint64_t had = blocked[k];
    wrong = judge(p, traces, interleavings, equivalence, options, totals);
    if (!wrong && k > 1 && options->order != RV_RANDOM && blocked[k] - had > fewest)
      wrong = "more blocked explorations with a larger k";
    fewest = k ? blocked[k] - had : UINT64_MAX;
  }
  return wrong;
}

/* One algorithm in all orders; NULL if all is well. */
static const char *judge_orders(const struct program *p, const struct trace_set *traces,
                                uint64_t interleavings, const struct equivalence *equivalence,
                                struct rv_options *options, struct totals *totals) {
  const char *wrong = NULL;
  options->seed = p->seed;
  options->max_steps = LONGEST;
  for (unsigned order = 0; !wrong && order < RV_ORDERS; order++) {
    if (options->algorithm == RV_NAIVE && (order || interleavings > 500))
      continue;
    options->order = order;
    wrong = judge_one(p, traces, interleavings, equivalence, options, totals);
  }
  return wrong;
}

static unsigned most_preemptions(const struct trace_set *traces) {
  unsigned most = 0;
  for (size_t i = 0; i < traces->n; i++)
    if (most < traces->at[i].preemptions)
      most = traces->at[i].preemptions;
  return most;
}

static uint64_t interleavings_within(const struct trace_set *traces, uint64_t preemptions) {
  uint64_t n = 0;
  for (unsigned i = 0; i <= preemptions; i++)
    n += traces->interleavings[i];
  return n;
}

/* Under a bound: exactly the traces that have an interleaving within it, each once and by such an
 * interleaving; by naive, all these interleavings. */
static const char *judge_bound(const struct program *p, const struct trace_set *traces,
                               const struct equivalence *equivalence,
                               const struct rv_options *options, struct totals *totals) {
  struct oracle_system system;
  struct rv_stats stats;
  oracle_system_init(&system, p, equivalence, padding);
  const enum rv_progress progress = explore(&system, options, &stats);
  totals->bounded += stats.executions;
  totals->repeated += stats.blocked;
  const unsigned bound = (unsigned)options->preemptions - 1;
  const bool naive = options->algorithm == RV_NAIVE;
  const uint64_t wanted = naive ? interleavings_within(traces, bound) : system.traces.n;
  const char *wrong = NULL;
  if (system.misuse)
    wrong = system.misuse;
  else if (progress != RV_DONE)
    wrong = "it did not come to an end";
  else if (!trace_set_is_within(&system.traces, traces, bound))
    wrong =
        system.traces.n < traces->n ? "a trace within the bound is missing" : "the traces differ";
  else if (most_preemptions(&system.traces) > bound)
    wrong = "an execution takes more preemptions than it may";
  else if (stats.executions != wanted)
    wrong = "the number of executions within the bound is wrong";
  else if (!stats.forbidden && system.traces.n != traces->n)
    wrong = "a trace is missing though nothing was forbidden";
  oracle_system_free(&system);
  return wrong;
}

/* Bounds one after the other: when one is complete, all traces within it have been explored, each
 * once over all bounds; in the end all traces. */
static const char *judge_deepening(const struct program *p, const struct trace_set *traces,
                                   const struct equivalence *equivalence,
                                   const struct rv_options *options) {
  struct oracle_system system;
  oracle_system_init(&system, p, equivalence, padding);
  const struct rv_memory from = oracle_memory(&memory);
  struct rv_explorer *const x = rv_explorer_new(&from, options, NULL);
  rv_explorer_attach(x, &system.interface, &from);
  const struct rv_stats *const stats = rv_explorer_stats(x);
  const char *wrong = NULL;
  enum rv_progress progress;
  uint64_t bounds = 0;
  do {
    progress = rv_explorer_next(x);
    if (stats->bounds > bounds) {
      bounds = stats->bounds;
      if (stats->executions != trace_set_within(traces, (unsigned)bounds - 1))
        wrong = "not exactly the traces within a bound that is complete are explored";
    }
  } while (progress == RV_MORE && !wrong);
  if (system.misuse)
    wrong = system.misuse;
  else if (!wrong && (progress != RV_DONE || stats->forbidden))
    wrong = "it did not come to an end";
  else if (!wrong && !trace_set_equal(traces, &system.traces))
    wrong = "the traces over all bounds differ";
  else if (!wrong && stats->executions != traces->n)
    wrong = "a trace counts more than once over all bounds";
  oracle_memory_release(&memory);
  oracle_system_free(&system);
  return wrong;
}

static const char *judge_bounds(const struct program *p, struct rv_options *options,
                                struct totals *totals) {
  const struct truth *const truth = truth_of(p, false);
  const uint64_t interleavings = truth->interleavings;
  const char *wrong = NULL;
  totals->skipped += !interleavings && !strchr(parts, 'p');
  for (uint64_t bound = 0; interleavings && !wrong && bound <= MOST_PREEMPTIONS; bound++)
    for (unsigned i = 0; !wrong && i <= RV_ORDERS; i++) {
      const bool naive = i == RV_ORDERS;
      if (naive && interleavings > 500)
        continue;
      *options = (struct rv_options){.algorithm = naive ? RV_NAIVE : RV_OPTIMAL,
                                     .order = naive ? RV_ROUND_ROBIN : i,
                                     .preemptions = bound + 1,
                                     .seed = p->seed,
                                     .max_steps = LONGEST};
      wrong = judge_bound(p, &truth->traces, &truth->equivalence, options, totals);
    }
  for (unsigned order = 0; interleavings && !wrong && order < RV_ORDERS; order++) {
    *options = (struct rv_options){.algorithm = RV_OPTIMAL,
                                   .order = order,
                                   .preemptions = 1,
                                   .deepen = true,
                                   .seed = p->seed,
                                   .max_steps = LONGEST};
    wrong = judge_deepening(p, &truth->traces, &truth->equivalence, options);
  }
  return wrong;
}

/* Samples are executions of the program, and as many different traces as they are counted as. */
static const char *judge_samples(const struct program *p, struct rv_options *options) {
  const struct truth *const truth = truth_of(p, false);
  const char *wrong = NULL;
  for (unsigned sample = RV_SAMPLE_RANDOM; truth->interleavings && !wrong && sample < RV_SAMPLES;
       sample++) {
    struct oracle_system system;
    struct rv_stats stats;
    *options = (struct rv_options){.sample = sample,
                                   .samples = SAMPLES,
                                   .depth = 1 + p->seed % 4,
                                   .seed = p->seed,
                                   .max_steps = LONGEST};
    oracle_system_init(&system, p, &truth->equivalence, padding);
    const enum rv_progress progress = explore(&system, options, &stats);
    const uint64_t samples = stats.longest ? SAMPLES : 1; /* one is all where nothing happens */
    if (system.misuse)
      wrong = system.misuse;
    else if (progress != RV_DONE || stats.samples != samples)
      wrong = "the number of samples is wrong";
    else if (stats.executions + stats.bounded + stats.void_ != samples || stats.blocked)
      wrong = "a sample did not come to its end";
    else if (stats.distinct != system.traces.n)
      wrong = "the number of different traces among the samples is wrong";
    else if (!trace_set_is_part(&system.traces, &truth->traces))
      wrong = "a sample is no execution of the program";
    oracle_system_free(&system);
  }
  return wrong;
}

/* Without sleep sets traces may be explored again and again, but all are. */
static const char *judge_awake(const struct program *p, const struct trace_set *traces,
                               const struct equivalence *equivalence, struct rv_options *options) {
  static const uint32_t algorithms[2] = {RV_STATIC, RV_DPOR};
  const char *wrong = NULL;
  for (unsigned i = 0; !wrong && i < 2 * RV_ORDERS; i++) {
    struct oracle_system system;
    struct rv_stats stats;
    *options = (struct rv_options){.algorithm = algorithms[i % 2],
                                   .order = i / 2,
                                   .no_sleep = true,
                                   .seed = p->seed,
                                   .max_steps = LONGEST};
    oracle_system_init(&system, p, equivalence, padding);
    const enum rv_progress progress = explore(&system, options, &stats);
    if (system.misuse)
      wrong = system.misuse;
    else if (progress != RV_DONE)
      wrong = "it did not come to an end";
    else if (!trace_set_equal(traces, &system.traces))
      wrong = system.traces.n < traces->n ? "a trace is missing" : "the traces differ";
    else if (stats.blocked || stats.sleep_hits)
      wrong = "somebody slept";
    oracle_system_free(&system);
  }
  return wrong;
}

/* All strategies and orders; NULL if all is well. */
static const char *judge_plain(const struct program *p, struct rv_options *options,
                               struct totals *totals) {
  const struct truth *const truth = truth_of(p, false);
  const uint64_t interleavings = truth->interleavings;
  const char *wrong = NULL;
  if (interleavings) {
    totals->programs++;
    totals->traces += truth->traces.n;
    totals->interleavings += interleavings;
  } else
    totals->skipped++;
  for (unsigned algorithm = 0; interleavings && !wrong && algorithm <= RV_UNFOLD; algorithm++) {
    *options = (struct rv_options){.algorithm = algorithm};
    wrong = judge_orders(p, &truth->traces, interleavings, &truth->equivalence, options, totals);
  }
  if (interleavings && !wrong && interleavings <= MOST_ORDERED)
    wrong = judge_awake(p, &truth->traces, &truth->equivalence, options);
  return wrong;
}

/* The algorithms that take observers and context sensitivity. */
static const uint32_t reducing[2] = {RV_SOURCE, RV_OPTIMAL};

static const char *judge_observers(const struct program *p, struct rv_options *options,
                                   struct totals *totals) {
  const struct truth *const truth = truth_of(p, true);
  const char *wrong = NULL;
  totals->observed += truth->traces.n;
  for (unsigned i = 0; truth->interleavings && !wrong && i < 2; i++) {
    *options = (struct rv_options){.algorithm = reducing[i], .observers = true};
    wrong =
        judge_orders(p, &truth->traces, truth->interleavings, &truth->equivalence, options, totals);
  }
  return wrong;
}

/* With observers, whatever is in memory and in mailboxes at the end: nobody looks at it. */
static bool is_same_end(const struct machine *a, const struct machine *b, bool observers) {
  struct machine without = *a;
  if (observers) {
    memcpy(without.memory, b->memory, sizeof without.memory);
    memcpy(without.mailbox, b->mailbox, sizeof without.mailbox);
  }
  return memcmp(&without, b, sizeof without) == 0;
}

/* Whether every state in which a trace ends is one in which one of the others ends. */
static bool ends_are_among(const struct trace_set *traces, const struct trace_set *others,
                           bool observers) {
  for (size_t i = 0; i < traces->n; i++) {
    bool found = false;
    for (size_t j = 0; !found && j < others->n; j++)
      found = is_same_end(&traces->at[i].last, &others->at[j].last, observers);
    if (!found)
      return false;
  }
  return true;
}

/* How many executions the same search has without one of its options. */
static uint64_t executions_alone(const struct program *p, const struct equivalence *equivalence,
                                 struct rv_options options, bool context) {
  struct oracle_system system;
  struct rv_stats stats;
  options.context = context;
  options.observers = !context;
  oracle_system_init(&system, p, equivalence, padding);
  explore(&system, &options, &stats);
  oracle_system_free(&system);
  return stats.executions;
}

/* Both options together explore no more than each of them alone. What they explore is one trace for
 * observers; or what context alone explores, if that is less. */
static const char *judge_alone(const struct program *p, const struct equivalence *equivalence,
                               const struct rv_options *options, uint64_t executions,
                               bool repeated) {
  const uint64_t context = executions_alone(p, equivalence, *options, true);
  if (executions > context)
    return "there are more executions than with context sensitivity alone";
  if (repeated && executions != context)
    return "a trace was explored twice";
  return executions > executions_alone(p, equivalence, *options, false)
             ? "there are more executions than with observers alone"
             : NULL;
}

/* With context sensitivity not every trace is explored, but every final state is reached. */
static const char *judge_context_one(const struct program *p, const struct trace_set *traces,
                                     const struct equivalence *equivalence,
                                     const struct rv_options *options, struct totals *totals) {
  struct oracle_system system;
  struct rv_stats stats;
  oracle_system_init(&system, p, equivalence, padding);
  const enum rv_progress progress = explore(&system, options, &stats);
  totals->context += stats.executions;
  totals->pruned += stats.pruned;
  const bool repeated = stats.executions != system.traces.n || system.repeated;
  const char *wrong = NULL;
  if (system.misuse)
    wrong = system.misuse;
  else if (progress != RV_DONE)
    wrong = "it did not come to an end";
  else if (!ends_are_among(traces, &system.traces, options->observers))
    wrong = "a final state is missing";
  else if (repeated && !options->observers)
    wrong = "a trace was explored twice";
  else if (stats.executions > traces->n)
    wrong = "there are more executions than traces";
  else if (options->algorithm == RV_OPTIMAL && !options->observers &&
           stats.blocked + stats.pruned > MOST_IN_VAIN + 5 * traces->n)
    wrong = "too many explorations were begun in vain";
  oracle_system_free(&system);
  if (!wrong && stats.restarts)
    wrong = judge_facts(p, equivalence, options, stats);
  if (!wrong && options->observers)
    wrong = judge_alone(p, equivalence, options, stats.executions, repeated);
  return wrong;
}

static const char *judge_context(const struct program *p, struct rv_options *options,
                                 struct totals *totals) {
  const struct truth *const truth = truth_of(p, false);
  const char *wrong = NULL;
  if (!truth->interleavings)
    totals->skipped += !strpbrk(parts, "pn");
  else
    for (unsigned i = 0; !wrong && i < 2 * RV_ORDERS; i++) {
      *options = (struct rv_options){.algorithm = reducing[i % 2],
                                     .order = i / 2,
                                     .context = true,
                                     .seed = p->seed,
                                     .max_steps = LONGEST};
      wrong = judge_context_one(p, &truth->traces, &truth->equivalence, options, totals);
    }
  return wrong;
}

/* With both, every end comes up but for what is in memory: nobody reads that any more. */
static const char *judge_both(const struct program *p, struct rv_options *options,
                              struct totals *totals) {
  const struct truth *const truth = truth_of(p, true);
  const char *wrong = NULL;
  if (truth->interleavings)
    for (unsigned i = 0; !wrong && i < 2 * RV_ORDERS; i++) {
      *options = (struct rv_options){.algorithm = reducing[i % 2],
                                     .order = i / 2,
                                     .context = true,
                                     .observers = true,
                                     .seed = p->seed,
                                     .max_steps = LONGEST};
      wrong = judge_context_one(p, &truth->traces, &truth->equivalence, options, totals);
    }
  return wrong;
}

/* Every final state comes up, once. */
static const char *judge_stateful_one(const struct program *p, const struct trace_set *traces,
                                      const struct rv_options *options) {
  static const struct equivalence equivalence;
  struct oracle_system system;
  struct rv_stats stats;
  oracle_system_init(&system, p, &equivalence, padding);
  const enum rv_progress progress = explore(&system, options, &stats);
  const char *wrong = NULL;
  if (system.misuse)
    wrong = system.misuse;
  else if (progress != RV_DONE)
    wrong = "it did not come to an end";
  else if (!ends_are_among(traces, &system.traces, false))
    wrong = "a final state is missing";
  for (size_t i = 0; !wrong && i < system.traces.n; i++)
    for (size_t j = 0; !wrong && j < i; j++)
      if (is_same_end(&system.traces.at[i].last, &system.traces.at[j].last, false))
        wrong = "a final state came up twice";
  oracle_system_free(&system);
  return wrong;
}

static const char *judge_stateful(const struct program *p, struct rv_options *options) {
  static const struct rv_options ways[] = {
      {.algorithm = RV_NAIVE},  {.algorithm = RV_SLEEP},
      {.algorithm = RV_STATIC}, {.algorithm = RV_STATIC, .no_sleep = true},
      {.algorithm = RV_DPOR},   {.algorithm = RV_DPOR, .no_sleep = true}};
  enum { N_WAYS = sizeof ways / sizeof *ways };
  const struct truth *const truth = truth_of(p, false);
  const char *wrong = NULL;
  if (truth->interleavings)
    for (unsigned i = 0; !wrong && i < N_WAYS * RV_ORDERS; i++) {
      *options = ways[i % N_WAYS];
      options->order = i / N_WAYS;
      options->stateful = true;
      options->seed = p->seed;
      options->max_steps = LONGEST;
      wrong = judge_stateful_one(p, &truth->traces, options);
    }
  return wrong;
}

/* What is done in one go over long stretches shows only in long executions. What threads do on
 * their own makes them long and adds no traces. */
static const char *judge_long(const struct program *p, struct rv_options *options) {
  static const struct rv_options ways[] = {{.algorithm = RV_DPOR},
                                           {.algorithm = RV_SOURCE},
                                           {.algorithm = RV_OPTIMAL},
                                           {.algorithm = RV_UNFOLD},
                                           {.algorithm = RV_OPTIMAL, .observers = true},
                                           {.algorithm = RV_SOURCE, .context = true},
                                           {.algorithm = RV_OPTIMAL, .context = true}};
  struct totals unused = {0};
  const char *wrong = NULL;
  padding = PADDING;
  for (unsigned i = 0; !wrong && i < sizeof ways / sizeof *ways; i++) {
    const struct truth *const truth = truth_of(p, ways[i].observers);
    *options = ways[i];
    options->order = p->seed / 4 % RV_ORDERS;
    options->seed = p->seed;
    options->max_steps = LONGEST;
    if (truth->interleavings)
      wrong = ways[i].context
                  ? judge_context_one(p, &truth->traces, &truth->equivalence, options, &unused)
                  : judge(p, &truth->traces, 0, &truth->equivalence, options, &unused);
  }
  padding = 0;
  return wrong;
}

/* The algorithms that take symmetry: of each orbit of traces one is explored, once. */
static const char *judge_symmetry(const struct program *p, struct rv_options *options,
                                  struct totals *totals) {
  const struct truth *const truth = truth_of(p, false);
  const uint64_t interleavings = truth->interleavings;
  struct trace_set orbits = {0};
  struct equivalence equivalence = truth->equivalence;
  const char *wrong = NULL;
  totals->skipped += !interleavings;
  totals->symmetric += interleavings > 0;
  equivalence.symmetry = true;
  for (size_t i = 0; interleavings && i < truth->traces.n; i++) {
    struct trace_name name;
    trace_name(p, &equivalence, truth->traces.at[i].pick, truth->traces.at[i].n, &name);
    totals->orbits += trace_set_add(&orbits, &name);
    totals->all_alike++;
  }
  for (unsigned algorithm = RV_SLEEP; interleavings && !wrong && algorithm < RV_UNFOLD;
       algorithm++) {
    if (algorithm == RV_STATIC)
      continue;
    *options = (struct rv_options){.algorithm = algorithm, .symmetry = true};
    wrong = judge_orders(p, &orbits, interleavings, &equivalence, options, totals);
  }
  if (interleavings && !wrong && p->seed % 4 == 0) {
    padding = PADDING; /* each thread has memory of its own */
    *options = (struct rv_options){.algorithm = RV_OPTIMAL, .symmetry = true};
    wrong = judge_orders(p, &orbits, interleavings, &equivalence, options, totals);
    padding = 0;
  }
  trace_set_free(&orbits);
  return wrong;
}

/* Without the iterations that only read every final state is reached that is reached with them. */
static const char *judge_loops(const struct program *p, struct totals *totals) {
  const struct truth *const truth = truth_of(p, false);
  struct program all = *p;
  struct trace_set with = {0};
  struct equivalence equivalence = {0};
  all.loops = LOOPS_ALL;
  const bool ends =
      truth->interleavings && brute_force(&all, &equivalence, most_interleavings(p), &with);
  const bool lost = ends && !ends_are_among(&with, &truth->traces, false);
  const bool more = ends && !ends_are_among(&truth->traces, &with, false);
  if (ends)
    totals->with_loops += with.n, totals->without_loops += truth->traces.n;
  trace_set_free(&with);
  return lost   ? "a final state is reached only with iterations that only read"
         : more ? "a final state is reached only without iterations that only read"
                : NULL;
}

/* Execution graphs: not of programs with blocks that are one step. */
static const char *judge_graphs(const struct program *p, struct rv_options *options,
                                struct totals *totals) {
  struct trace_set traces = {0};
  struct equivalence equivalence = {0};
  const uint64_t interleavings = brute_force(p, &equivalence, MOST_ORDERED, &traces);
  *options = (struct rv_options){.algorithm = RV_GRAPH};
  totals->graphs += traces.n;
  const char *const wrong =
      interleavings ? judge_orders(p, &traces, interleavings, &equivalence, options, totals) : NULL;
  trace_set_free(&traces);
  return wrong;
}

static const char *judge_all(const struct program *p, struct rv_options *options,
                             struct totals *totals) {
  forget_truth();
  const char *wrong = p->loops ? judge_loops(p, totals) : NULL;
  if (wrong)
    return wrong;
  if (p->alike)
    return judge_symmetry(p, options, totals);
  if (strchr(parts, 'p'))
    wrong = judge_plain(p, options, totals);
  if (!wrong && strchr(parts, 'g'))
    wrong = judge_graphs(p, options, totals);
  if (!wrong && strchr(parts, 'n'))
    wrong = judge_bounds(p, options, totals);
  if (!wrong && strchr(parts, 's'))
    wrong = judge_samples(p, options);
  if (!wrong && strchr(parts, 'o'))
    wrong = judge_observers(p, options, totals);
  if (!wrong && strchr(parts, 'c'))
    wrong = judge_context(p, options, totals);
  if (!wrong && strchr(parts, 'b'))
    wrong = judge_both(p, options, totals);
  if (!wrong && strchr(parts, 'd'))
    wrong = judge_stateful(p, options);
  if (!wrong && strchr(parts, 'l') && p->seed % 4 == 0)
    wrong = judge_long(p, options);
  return wrong;
}

/* The program without one instruction. Threads that are alike stay so, and so does what makes them
 * alike. False if that instruction has to stay. */
static bool make_smaller(struct program *p, unsigned thread, unsigned at) {
  const struct instruction *const i = &p->code[thread].at[at];
  if (p->alike && (i->kind == CREATE || i->kind == JOIN))
    return false;
  const unsigned last = thread && thread < p->alike ? p->alike : thread;
  for (unsigned t = thread; t <= last; t++)
    program_remove(p, t, at);
  return thread < 2 || thread > p->alike;
}

/* Takes instructions away as long as something is still wrong. */
static void shrink(struct program *p) {
  struct totals unused = {0};
  struct rv_options options;
  for (bool again = true; again;) {
    again = false;
    for (unsigned t = 0; t < p->threads; t++)
      for (unsigned i = 0; i < p->code[t].n; i++) {
        struct program smaller = *p;
        if (make_smaller(&smaller, t, i) && judge_all(&smaller, &options, &unused)) {
          *p = smaller;
          again = true;
          i--;
        }
      }
  }
}

static void report(struct program *p) {
  struct totals unused = {0};
  struct rv_options options;
  shrink(p);
  const char *const wrong = judge_all(p, &options, &unused);
  printf("mismatch: %s (%s%s%s, %s, k = %" PRIu64 ", fewer than %" PRIu64 " preemptions)\n", wrong,
         rv_search_name(&options),
         options.context && options.observers ? " --context-sensitive --observers"
         : options.context                    ? " --context-sensitive"
         : options.observers                  ? " --observers"
                                              : "",
         options.symmetry                       ? " --symmetry"
         : options.stateful && options.no_sleep ? " --stateful --no-sleep-sets"
         : options.stateful                     ? " --stateful"
         : options.no_sleep                     ? " --no-sleep-sets"
                                                : "",
         rv_order_name(options.order), options.k, options.preemptions);
  program_print(p);
  fflush(stdout); /* a long run may be cut short */
}

/* All of them, in one program of five messages, in every other one timed waits; or in one of three
 * nothing but reads, writes and joins. */
static unsigned features_of(uint64_t seed) {
  if (seed % 3 == 1)
    return FEATURE_JOINS;
  return FEATURES_ALL | (seed % 5 ? 0 : FEATURE_MAILBOXES) | (seed % 2 ? 0 : FEATURE_TIMED);
}

static bool is_wrong(uint64_t seed, unsigned features, struct totals *totals, bool tell) {
  static struct program p;
  struct rv_options options;
  program_generate(&p, seed, features);
  totals->judged++;
  if (!judge_all(&p, &options, totals))
    return false;
  if (tell)
    report(&p);
  return true;
}

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 1000;
  parts = argc > 4 ? argv[4] : parts;
  struct totals totals = {0};
  uint64_t failed = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    const bool by_seed = argc <= 3 || strcmp(argv[3], "-") == 0;
    const unsigned features = by_seed ? features_of(seed) : (unsigned)atoi(argv[3]);
    if (strcmp(parts, "y"))
      failed += is_wrong(seed, features, &totals, !failed);
    if (strchr(parts, 'y'))
      failed += is_wrong(seed, features | FEATURE_SYMMETRY, &totals, !failed);
  }
  printf("%" PRIu64 " programs, %" PRIu64 " traces of %" PRIu64 " interleavings, %" PRIu64
         " with observers; %" PRIu64 " programs too large\n",
         totals.programs, totals.traces, totals.interleavings, totals.observed, totals.skipped);
  printf("with loops: %" PRIu64 " traces, %" PRIu64 " without iterations that only read\n",
         totals.with_loops, totals.without_loops);
  printf("with symmetric threads: %" PRIu64 " programs of %" PRIu64 " traces, %" PRIu64 " orbits\n",
         totals.symmetric, totals.all_alike, totals.orbits);
  printf("with context sensitivity: %" PRIu64 " executions, %" PRIu64 " pruned\n", totals.context,
         totals.pruned);
  printf("under bounds of preemptions: %" PRIu64 " executions, %" PRIu64 " blocked\n",
         totals.bounded, totals.repeated);
  printf("execution graphs: %" PRIu64 " traces, %" PRIu64 " blocked\n", totals.graphs,
         totals.graphs_blocked);
  for (unsigned a = RV_SLEEP; a <= RV_UNFOLD; a++)
    printf("blocked with %s: %" PRIu64 "\n", rv_algorithm_name(a), totals.blocked[a][0]);
  for (unsigned k = 1; k <= MOST_PARTIAL; k++)
    printf("blocked with unfold, k = %u: %" PRIu64 "\n", k, totals.blocked[RV_UNFOLD][k]);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", totals.judged - totals.skipped - failed,
         failed);
  return failed ? 1 : 0;
}
