/*
 * The whole of an exploration: the execution on the stack, what the search knows of each state
 * on it, and the machinery that the strategies share.
 */
#ifndef RAVEL_CORE_EXPLORATION_H
#define RAVEL_CORE_EXPLORATION_H

#include "core/bitset.h"
#include "core/happens_before.h"
#include "core/lemma.h"
#include "core/sequence.h"
#include "core/sleep.h"
#include "core/wakeup.h"

struct rv_strategy;

/* s_[E] for a prefix E of the execution on the stack: the state before the event of the same
 * number. Its sets of threads are `words` long. */
struct rv_state {
  size_t words;
  uint64_t *enabled;
  uint64_t *backtrack; /* to be explored from here (strategies that plan single steps) */
  uint64_t *done;      /* of these, explored or being explored */
  const struct rv_sleeper *sleep;
  uint32_t preemptions; /* on the way here (bound.h), */
  rv_tid running;       /* and who any other thread's step would preempt */
  /* With a bound: who need not go on from here, whether all that would begin with a preemption is
   * explored; and of the steps of the thread that is being tried, whether the first, or all up to
   * where it stops, matter to nobody (strategy_bounded.c). */
  uint64_t *asleep;
  bool others_known, independent, straight;
  const struct rv_seen *awaits; /* who stands before an await (seen.h) */
  struct rv_disabled *disabled; /* D, as far as it is enabled here (unfold) */
  struct rv_node *wakeup;       /* the wakeup tree, without the branch being explored (optimal) */
  struct rv_dont *donts, *handed_on; /* dnd: found here, inherited (context.h) */
  uint64_t arena_top;                /* end of what belongs to this state and those below */
};

#define RV_NOT_CUT UINT64_MAX

/* A thread that stood before a lock or an await when the execution ended. */
struct rv_waiting {
  rv_tid thread;
  struct rv_op op;
};

/* How the execution on the stack came to its end. */
enum rv_ending {
  RV_RUNNING,
  RV_COMPLETE, /* no thread is enabled */
  RV_BLOCKED,  /* every enabled thread is asleep */
  RV_BOUNDED,  /* cut by a bound */
  RV_ASSUMED,  /* cut by assumptions that failed, alone */
  RV_PRUNED,   /* cut by a don't-do sequence */
  RV_VOID,     /* cut by void iterations, alone */
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
  struct rv_unfold *unfold;     /* NULL with other strategies */
  struct rv_bound *bound;       /* NULL without a bound of preemptions */
  struct rv_sampling *sampling; /* NULL unless executions are sampled */
  struct rv_estimate *estimate; /* NULL with a bound of preemptions, and with samples */
  struct rv_symmetry *symmetry; /* NULL unless of symmetric executions one is explored */

  uint32_t ending;      /* enum rv_ending */
  bool arrived;         /* the initial state has been seen */
  bool under_way;       /* a step is being made: events[n] says whose */
  bool exhausted;       /* everything is explored */
  bool grown;           /* more is shared, or ordered, than was known: begin again */
  bool diverged;        /* steps that were made again, to try something, did not repeat */
  bool context_matters; /* two orders have come to the same (context.h) */
  bool context_fails;   /* but what source sets begin in vain is more than what that saves */
  bool stores_matter;   /* two threads store to one range (observers.h) */
  bool reads_judged;    /* there are indifferent or bound reads (indifference.h) */
  uint64_t cut_at;      /* the execution is not explored from this state on; or RV_NOT_CUT */
  bool cut_by_context;  /* not by sleep sets alone */
  uint64_t passes;      /* sequences that observers.c has looked at */
};

/* Whether stores are taken to be unseen until something reads them. */
static inline bool rv_observes(const struct rv_explorer *x) {
  return x->options.observers && x->stores_matter;
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

/* What the system says of a step that is made to find something out: that the search has to begin
 * again, or that the program did not repeat itself, is heeded when the execution has ended. */
static inline enum rv_status rv_heed(struct rv_explorer *x, enum rv_status status) {
  x->grown |= status == RV_RESTART;
  x->diverged |= status == RV_DIVERGED;
  return status;
}

/* The same; whether the step was made, whatever came of it. */
static inline bool rv_was_made(struct rv_explorer *x, enum rv_status status) {
  rv_heed(x, status);
  return status == RV_OK || status == RV_ENDED;
}

/* Takes the system to the state after the first n events on the stack. */
enum rv_status rv_go_back(struct rv_explorer *x, uint64_t n);

#endif
