#include "core/tell.h"

#include "core/branch.h"

void rv_tell_explored(struct rv_explorer *x) {
  const struct rv_system *const system = x->system;
  if (system->explored)
    system->explored(system->self, &x->trace.events->step, sizeof *x->trace.events, x->trace.n,
                     (enum rv_ending)x->ending);
}

static void tell_reversal(struct rv_explorer *x, const struct rv_event *e,
                          const struct rv_late *late, const struct rv_branch_step *steps,
                          uint32_t n) {
  const struct rv_reversed why = {.first = (uint64_t)(e - x->trace.events),
                                  .thread = late->thread,
                                  .index = late->events + 1,
                                  .n_steps = n,
                                  .steps = steps};
  x->system->reversed(x->system->self, &why);
}

void rv_tell_step(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                  rv_tid thread) {
  if (x->system->reversed)
    tell_reversal(x, e, late, &(struct rv_branch_step){thread, 0}, 1);
}

/* The nodes on the way to `wanted`, which is in the tree: depth first, from the first branch on. */
static uint32_t find_way(const struct rv_node *tree, const struct rv_node *wanted,
                         const struct rv_node **way) {
  uint32_t n = 0;
  way[n++] = tree;
  while (way[n - 1] != wanted) {
    if (way[n - 1]->child) {
      way[n] = way[n - 1]->child;
      n++;
      continue;
    }
    while (!way[n - 1]->next)
      n--;
    way[n - 1] = way[n - 1]->next;
  }
  return n;
}

void rv_tell_branch(struct rv_explorer *x, const struct rv_event *e, const struct rv_late *late,
                    const struct rv_node *new) {
  if (!x->system->reversed)
    return;
  struct rv_arena *const arena = &x->hb.arena;
  const uint64_t top = arena->top;
  const struct rv_node *const tree = rv_branches(&x->states[e - x->trace.events])->wakeup;
  const struct rv_node **const way = rv_arena_alloc(arena, x->wakeup.nodes * sizeof *way);
  const uint32_t n = find_way(tree, new, way);
  struct rv_branch_step *const steps = rv_arena_alloc(arena, n * sizeof *steps);
  for (uint32_t i = 0; i < n; i++)
    steps[i] = (struct rv_branch_step){way[i]->step->thread, way[i]->step->choice};
  tell_reversal(x, e, late, steps, n);
  rv_arena_release(arena, top);
}
