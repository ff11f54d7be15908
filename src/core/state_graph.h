/*
 * The graph of all states that a search reaches, with the steps between them, and its fair cycles.
 *
 * A cycle is fair if each thread that can go on somewhere in it goes on in it, and if no value of a
 * choice that is made in it leads to where it can't come back from. So a thread that waits for a
 * mutex that is free now and then gets it, and a message is not lost for ever. An execution that
 * goes round a fair cycle is a livelock: the scheduler treats everybody well, and nobody gets out.
 */
#ifndef RAVEL_CORE_STATE_GRAPH_H
#define RAVEL_CORE_STATE_GRAPH_H

#include "core/memory.h"

/* A step from one state to another. */
struct rv_graph_step {
  struct rv_graph_state *from, *to;
  struct rv_graph_step *next; /* from the same state */
  rv_tid thread;
  uint32_t choice;
  bool chooses; /* there are other values */
  bool unfair;  /* another one leads out of every cycle: it is not made for ever */
};

struct rv_graph_state {
  uint64_t enabled; /* threads, as bits */
  struct rv_graph_step *steps;
  struct rv_graph_state *next; /* that was reached after it */

  /* Strongly connected components: the first state of its own stands for all of one. */
  struct rv_graph_state *among;     /* only steps between states among the same ones count; */
  struct rv_graph_state *component; /* and these are strongly connected */
  uint64_t number, low;
  const struct rv_graph_step *at;
  struct rv_graph_state *caller, *below;
  uint64_t can_go_on, go_on; /* threads, of the first state: somewhere in the component */

  /* The search for ways. */
  uint64_t looked;
  const struct rv_graph_step *way;
  struct rv_graph_state *queued;
};

struct rv_state_graph {
  struct rv_arena arena;
  struct rv_graph_state *first, *last;
  uint64_t looks;
};

void rv_state_graph_init(struct rv_state_graph *graph, const struct rv_memory *memory);
void rv_state_graph_clear(struct rv_state_graph *graph);

/* The first one that is added is the initial state. */
struct rv_graph_state *rv_graph_state_add(struct rv_state_graph *graph, uint64_t enabled);
void rv_graph_step_add(struct rv_state_graph *graph, struct rv_graph_state *from,
                       struct rv_graph_state *to, const struct rv_replay *step);

/* A list of steps. */
struct rv_graph_way {
  const struct rv_graph_step *step;
  struct rv_graph_way *next;
};

/* The steps of an execution that comes to a fair cycle, goes round it once, and makes its first
 * step again; NULL if there is no such cycle. Both parts are short, but not the shortest. */
struct rv_graph_way *rv_fair_cycle(struct rv_state_graph *graph);

#endif
