#include "core/state_graph.h"

void rv_state_graph_init(struct rv_state_graph *graph, const struct rv_memory *memory) {
  rv_arena_init(&graph->arena, memory);
}

void rv_state_graph_clear(struct rv_state_graph *graph) {
  rv_arena_release(&graph->arena, 0);
  graph->first = graph->last = NULL;
  graph->looks = 0;
}

struct rv_graph_state *rv_graph_state_add(struct rv_state_graph *graph, uint64_t enabled) {
  struct rv_graph_state *const state = rv_arena_alloc(&graph->arena, sizeof *state);
  *state = (struct rv_graph_state){.enabled = enabled};
  *(graph->last ? &graph->last->next : &graph->first) = state;
  return graph->last = state;
}

void rv_graph_step_add(struct rv_state_graph *graph, struct rv_graph_state *from,
                       struct rv_graph_state *to, const struct rv_replay *step) {
  struct rv_graph_step *const made = rv_arena_alloc(&graph->arena, sizeof *made);
  *made = (struct rv_graph_step){.from = from,
                                 .to = to,
                                 .next = from->steps,
                                 .thread = step->thread,
                                 .choice = step->choice,
                                 .chooses = step->op.kind == RV_OP_CHOOSE};
  from->steps = made;
}
