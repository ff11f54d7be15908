/*
 * The explorer: stateless model checking of one system by one algorithm.
 *
 * All its memory comes from one `reserve` function and holds no pointer to anything outside but
 * what rv_explorer_attach() sets again. So it can live in memory shared between processes: a
 * process that dies in the middle of a step leaves the exploration behind, and another one that
 * maps the same memory at the same address attaches to it and goes on.
 */
#ifndef RAVEL_CORE_EXPLORER_H
#define RAVEL_CORE_EXPLORER_H

#include "core/facts.h"
#include "core/system.h"

/* Gives `bytes` of zeroed memory whose pages cost nothing until they are touched. Everything the
 * explorer needs is reserved when it is made, or doubled rarely; there is no free. */
struct rv_memory {
  void *self;
  void *(*reserve)(void *self, size_t bytes);
};

enum rv_algorithm {
  RV_NAIVE,
  RV_SLEEP,
  RV_STATIC,
  RV_DPOR,
  RV_SOURCE,
  RV_OPTIMAL,
  RV_UNFOLD,
  RV_GRAPH,
  RV_ALGORITHMS
};

/* What reads of atomic objects may read. With another model than RV_MEMORY_SC the system says which
 * of its operations are weak (enum rv_weak), and execution graphs are explored (graph.h). */
enum rv_memory_model {
  RV_MEMORY_SC,
  RV_MEMORY_TSO,
  RV_MEMORY_PSO,
  RV_MEMORY_C11,
  RV_MEMORY_MODELS
};

/* The order in which enabled threads are tried at a new state. */
enum rv_order { RV_ROUND_ROBIN, RV_YOUNGEST, RV_RANDOM, RV_ORDERS };

/* How executions are drawn, where not all are explored (sample.h). */
enum rv_sample { RV_SAMPLE_NONE, RV_SAMPLE_RANDOM, RV_SAMPLE_PCT, RV_SAMPLE_POS, RV_SAMPLES };

/* The names used on the command line and in JSON; NULL past the end. */
const char *rv_algorithm_name(enum rv_algorithm algorithm);
const char *rv_order_name(enum rv_order order);
const char *rv_sample_name(enum rv_sample sample);
const char *rv_memory_model_name(enum rv_memory_model model);

struct rv_options {
  uint32_t algorithm;      /* enum rv_algorithm */
  uint32_t memory;         /* enum rv_memory_model */
  uint32_t order;          /* enum rv_order */
  uint64_t seed;           /* RV_RANDOM, and of samples */
  uint32_t sample;         /* enum rv_sample */
  uint64_t samples;        /* how many; 0: no limit */
  uint64_t depth;          /* RV_SAMPLE_PCT: of the bugs to be found */
  uint64_t preemptions;    /* one more than the bound; 0: no bound (bound.h) */
  bool deepen;             /* raise the bound by one until it forbids nothing */
  uint32_t known_bits;     /* room for configurations, as a power of two; 0: plenty */
  uint64_t k;              /* RV_UNFOLD: k-partial alternatives; 0: optimal ones */
  bool context;            /* of two orders that reach the same state, explore one (context.h) */
  bool profile;            /* counts which reversals make executions (profile.c) */
  bool observers;          /* stores that nobody reads are not ordered (observers.h) */
  bool stateful;           /* a state is not explored again (stateful.h) */
  bool livelocks;          /* RV_NAIVE, stateful: fair cycles are looked for (state_graph.h) */
  bool no_sleep;           /* nobody sleeps; RV_STATIC, RV_DPOR */
  bool symmetry;           /* of executions that differ only in which twin does what, explore one
                            * (symmetry.c) */
  uint64_t max_executions; /* 0: no limit; counts all that were begun */
  uint64_t max_steps;      /* longest execution that memory is reserved for */
};

/* Options of another search in the same program: the default algorithm, without what the search at
 * hand adds to its own (reductions, states, bounds, samples, limits). */
static inline struct rv_options rv_options_bare(const struct rv_options *options) {
  return (struct rv_options){.algorithm = RV_OPTIMAL,
                             .memory = options->memory,
                             .order = options->order,
                             .seed = options->seed,
                             .known_bits = options->known_bits,
                             .max_steps = options->max_steps};
}

/* The name of what explores with these options: a sampler's or an algorithm's. */
const char *rv_search_name(const struct rv_options *options);

/* Every statistic is one row of this table: name, what it counts. Plain 64-bit counters that
 * another process may read while the exploration runs. */
#define RV_STATISTICS(X)                                                                           \
  X(executions, "maximal executions explored")                                                     \
  X(blocked, "explorations begun and given up as redundant")                                       \
  X(pruned, "explorations cut short by a don't-do sequence")                                       \
  X(bounded, "executions cut by a bound or a failed assumption")                                   \
  X(assumed, "of these, those cut by failed assumptions alone")                                    \
  X(void_, "explorations cut short by void iterations")                                            \
  X(events, "visible events executed, replayed ones not counted")                                  \
  X(replayed, "visible events executed again to get back to a state")                              \
  X(threads, "most threads in one execution")                                                      \
  X(longest, "events of the longest execution")                                                    \
  X(lengthened, "executions that were longer than all before them")                                \
  X(races, "races found")                                                                          \
  X(reversed, "races reversed")                                                                    \
  X(checks, "races of which both orders were run and compared")                                    \
  X(same, "of these, those that reached the same state")                                           \
  X(tree_nodes, "wakeup-tree nodes now")                                                           \
  X(tree_peak, "wakeup-tree nodes at most")                                                        \
  X(unfold_events, "events of the unfolding now")                                                  \
  X(unfold_peak, "events of the unfolding at most")                                                \
  X(extensions, "conflicting extensions found")                                                    \
  X(combs, "combs built in search of an alternative")                                              \
  X(spikes, "spikes begun")                                                                        \
  X(elements, "elements of spikes looked at")                                                      \
  X(combinations, "combinations of elements tried")                                                \
  X(bounds, "bounds of preemptions within which everything is explored, from 0 on")                \
  X(configurations, "configurations that are known to be explored, with a bound")                  \
  X(unknown, "of which there was no room to know it: they may be explored again")                  \
  X(forbidden, "steps not taken because of the bound of preemptions")                              \
  X(states, "different states reached, with a stateful search")                                    \
  X(uncompared, "states that could not be compared with others, where livelocks are looked for")   \
  X(sleep_hits, "steps not taken because the thread was asleep")                                   \
  X(samples, "executions drawn at random")                                                         \
  X(distinct, "different traces among those that came to their end")                               \
  X(seen_once, "of these, those seen in one sample alone")                                         \
  X(seen_twice, "of these, those seen in two")                                                     \
  X(learning, "samples drawn before the longest execution and all threads were known")             \
  X(projected, "explorations that there seem to be in all (estimate.c); 0: not known")             \
  X(restarts, "times the exploration began again because of new facts")

/* Whether execution graphs are explored (graph.h): under every memory model but sc, and there too
 * if that is asked for. */
static inline bool rv_explores_graphs(const struct rv_options *options) {
  return options->memory != RV_MEMORY_SC || options->algorithm == RV_GRAPH;
}

struct rv_stats {
#define RV_STATISTIC(name, what) uint64_t name;
  RV_STATISTICS(RV_STATISTIC)
#undef RV_STATISTIC
};

enum rv_progress {
  RV_MORE,          /* one execution was explored, there are more */
  RV_DONE,          /* everything is explored */
  RV_STOPPED,       /* an error ended the run (the system said RV_ENDED) */
  RV_LIMIT,         /* max_executions reached, more to explore */
  RV_REPLAY_FAILED, /* the system did not reproduce the prefix; nothing was counted */
  RV_AWAITS,        /* what comes next is somebody else's: rv_explorer_awaits() */
  RV_OUTDATED,      /* there are new facts: all who have a part of the search begin again */
  RV_MISFIT,        /* the piece that was loaded can't be explored here */
};

struct rv_explorer;

/* `facts` are those that are known before, and what is found out is added to them; they must stay
 * where they are. NULL: the explorer has its own. */
struct rv_explorer *rv_explorer_new(const struct rv_memory *memory,
                                    const struct rv_options *options, struct rv_facts *facts);

/* Sets everything that points outside: to be called once in each process before anything else. */
void rv_explorer_attach(struct rv_explorer *explorer, const struct rv_system *system,
                        const struct rv_memory *memory);

/* Explores one execution to its end and plans the next. If the last call did not return because
 * the process was lost in the middle of an execution, or it returned RV_REPLAY_FAILED, the same
 * execution is begun again: the steps made so far are replayed, and the step that was under way
 * is made again. */
enum rv_progress rv_explorer_next(struct rv_explorer *explorer);

const struct rv_stats *rv_explorer_stats(const struct rv_explorer *explorer);

/* --- parts of a search (piece.h) -------------------------------------------------------------
 *
 * All of these are called between two executions. Bytes that are returned are valid until the next
 * call. */

struct rv_flat {
  const unsigned char *at;
  size_t n; /* 0: there is nothing */
};

/* Whether this search can be written down at all. */
bool rv_explorer_can_be_written(const struct rv_explorer *explorer);

/* What is left of the search, or of this part of it; no bytes if it has not begun. Another explorer
 * that loads it continues from there and forgets what it had before. */
struct rv_flat rv_explorer_write(struct rv_explorer *explorer);
void rv_explorer_load(struct rv_explorer *explorer, struct rv_flat piece);

/* A branch for another explorer. rv_explorer_handed() then says the number of its task; 0: no
 * explorer takes it. */
struct rv_flat rv_explorer_hand_out(struct rv_explorer *explorer);
void rv_explorer_handed(struct rv_explorer *explorer, uint64_t task);

/* RV_DONE, RV_MISFIT: what comes of the part that was loaded. */
struct rv_flat rv_explorer_result(struct rv_explorer *explorer);

/* RV_AWAITS: the task whose result is needed to continue. Either its result is merged (false: the
 * result turned out to be useless), or the branch is explored here after all. */
uint64_t rv_explorer_awaits(const struct rv_explorer *explorer);
bool rv_explorer_merge(struct rv_explorer *explorer, struct rv_flat result);
void rv_explorer_explore_awaited(struct rv_explorer *explorer);

/* Whether nothing is left to explore, after a merge. */
bool rv_explorer_is_done(const struct rv_explorer *explorer);

/* A search that is split at the top (trunk.h): what was found that is to be explored from states
 * above the root, if anything was; and whoever holds these states has been told. */
struct rv_flat rv_explorer_found(struct rv_explorer *explorer);
void rv_explorer_told(struct rv_explorer *explorer);

/* All that is left, as rv_explorer_write() has it, if something of it can be left to others. */
struct rv_flat rv_explorer_to_split(struct rv_explorer *explorer);

/* The states above a new root are somebody else's from now on. */
void rv_explorer_leave(struct rv_explorer *explorer, uint64_t root);

/* Two places in the program, as the system names them, and the executions in which the order of the
 * operations there is reversed (profile.c). */
struct rv_profile_pair {
  uint64_t first, second, executions;
};

/* Those with the most executions, up to so many, the first before the others. */
uint32_t rv_explorer_profile(const struct rv_explorer *explorer, struct rv_profile_pair *top,
                             uint32_t most);

/* The same of objects: `first` is the address of what is accessed there in both orders, `second`
 * its size. */
uint32_t rv_explorer_profile_objects(const struct rv_explorer *explorer,
                                     struct rv_profile_pair *top, uint32_t most);

/* What the longest of the first executions did, up to so many steps. */
struct rv_profile_step {
  uint64_t place, object;
  rv_tid thread;
  uint8_t kind, mode; /* enum rv_op_kind, enum rv_mode */
  bool compares;      /* RV_OP_COMPARES */
  bool synchronises;  /* of a synchronisation object, such as a condition variable */
};
uint32_t rv_explorer_profile_steps(const struct rv_explorer *explorer,
                                   struct rv_profile_step *steps, uint32_t most);

/* The execution now on the stack: its steps from the first. While a step is being made, it is
 * the last entry, with only `thread` and `choice` valid; `under_way` then is true. */
const struct rv_replay *rv_explorer_steps(const struct rv_explorer *explorer, size_t *stride,
                                          size_t *n, bool *under_way);

#endif
