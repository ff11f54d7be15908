/*
 * The whole of an exploration: the execution on the stack, what the search knows of each state
 * on it, and the machinery that the strategies share.
 */
#ifndef RAVEL_CORE_EXPLORATION_H
#define RAVEL_CORE_EXPLORATION_H

#include <assert.h>

#include "core/bitset.h"
#include "core/facts.h"
#include "core/happens_before.h"
#include "core/lemma.h"
#include "core/piece.h"
#include "core/sequence.h"
#include "core/sleep.h"
#include "core/wakeup.h"

struct rv_strategy;

/* What goes along with a search (layer.h). */
enum rv_layers { RV_LAYER_SYMMETRY, RV_LAYER_PROFILE, RV_LAYER_ESTIMATE, RV_LAYERS };

enum { RV_PART_BYTES = 48 };

/* s_[E] for a prefix E of the execution on the stack: the state before the event of the same
 * number. Its sets of threads are `words` long. */
struct rv_state {
  size_t words;
  uint64_t *enabled;
  const struct rv_sleeper *sleep;
  uint64_t arena_top; /* end of what belongs to this state and those below */
  _Alignas(uint64_t) char part[RV_PART_BYTES]; /* the strategy's own: see RV_PART() */
};

/* The strategy's part of a state, a struct of its own. */
#define RV_PART(type, state)                                                                       \
  ({                                                                                               \
    static_assert(sizeof(type) <= RV_PART_BYTES, "RV_PART_BYTES is too small");                    \
    (type *)(state)->part;                                                                         \
  })

/* A thread that stood before a lock or an await when the execution ended. */
struct rv_waiting {
  rv_tid thread;
  struct rv_op op;
};

struct rv_explorer {
  struct rv_options options;
  struct rv_stats stats;
  struct rv_memory memory;            /* set by rv_explorer_attach(), */
  const struct rv_system *system;     /* as is this */
  const struct rv_strategy *strategy; /* and this */
  uint64_t random;                    /* state of the random order */

  struct rv_trace trace;
  struct rv_state *states; /* states[i] is the one before event i; the last is the present one */
  struct rv_arena arena;   /* of the states */
  struct rv_waiting *waiting;
  uint32_t n_waiting;

  struct rv_happens_before hb;
  struct rv_wakeup wakeup;
  struct rv_sequence v;
  void *own;               /* the strategy's, for the whole search */
  void *layers[RV_LAYERS]; /* what each of them keeps; NULL: it is not there */
  bool layers_in_steps;    /* some of them ask to be told of every step */
  struct rv_piece piece;   /* the part of the search that this explorer has */

  uint32_t ending; /* enum rv_ending, of the execution on the stack */
  uint64_t ended;  /* executions since the search began, but for pruned ones */
  bool arrived;    /* the initial state has been seen */
  bool under_way;  /* a step is being made: events[n] says whose */
  bool exhausted;  /* everything is explored */
  bool diverged;   /* steps that were made again, to try something, did not repeat */

  struct rv_facts *facts;
  uint32_t facts_of_kind; /* enum rv_fact_kind, as bits: there are such facts */
  uint64_t turn;          /* the last RV_FACT_TURN */
  bool relied;            /* the search has left something out, for want of facts */
};

static inline bool rv_fact(const struct rv_explorer *x, enum rv_fact_kind kind) {
  return x->facts_of_kind >> kind & 1;
}

/* The search has to begin again. */
static inline bool rv_begins_again(const struct rv_explorer *x) {
  return !rv_facts_are_known(x->facts);
}

static inline struct rv_state *rv_present(struct rv_explorer *x) {
  return &x->states[x->trace.n];
}

/* Plans the next step of the execution on the stack. What is planned can be made: wakeup sequences
 * and alternatives are executions (Theorem 7.13; CAV, definition 2). */
static inline void rv_plan(struct rv_explorer *x, rv_tid thread, uint32_t choice) {
  rv_lemma(rv_bit(x->states[x->trace.n].enabled, x->states[x->trace.n].words, thread));
  x->trace.events[x->trace.n].step.thread = thread;
  x->trace.events[x->trace.n].step.choice = choice;
}

/* Forgets the search, but for what it has found out. */
void rv_explorer_clear(struct rv_explorer *x);

/* What follows the planned step was explored by somebody else, in so many explorations; `done` is
 * the event. Plans what comes next. */
void rv_explorer_went_on(struct rv_explorer *x, const struct rv_event *done, uint64_t explorations);

/* Takes the system to the state after the first n events on the stack. */
enum rv_status rv_go_back(struct rv_explorer *x, uint64_t n);

#endif
