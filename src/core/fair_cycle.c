/*
 * Fair cycles of a graph of states. In a strongly connected component in which each thread goes on
 * that can go on somewhere, there is a walk round that makes a step of each. Where one does not,
 * no fair cycle comes through a state in which it could; these are left out, and what is left is
 * taken apart again (Emerson, Lei: Modalities for Model Checking, 1987).
 */
#include "core/state_graph.h"

static bool counts(const struct rv_graph_step *step) {
  return !step->unfair && step->to->among && step->to->among == step->from->among;
}

static bool is_inside(const struct rv_graph_step *step) {
  return counts(step) && step->to->component == step->from->component;
}

/* --- strongly connected components (Tarjan 1972) ------------------------------------------------
 */

struct walk {
  struct rv_graph_state *stack; /* states that belong to no component yet, the last one first */
  uint64_t visited;
};

static void visit(struct walk *walk, struct rv_graph_state *state, struct rv_graph_state *caller) {
  state->number = state->low = ++walk->visited;
  state->at = state->steps;
  state->caller = caller;
  state->below = walk->stack;
  walk->stack = state;
}

/* All states down to this one are a component. */
static void take_component(struct walk *walk, struct rv_graph_state *root) {
  struct rv_graph_state *state;
  do {
    state = walk->stack;
    walk->stack = state->below;
    state->component = root;
  } while (state != root);
}

static void reach_lower(struct rv_graph_state *state, uint64_t low) {
  if (state->low > low)
    state->low = low;
}

static void take_apart_from(struct walk *walk, struct rv_graph_state *first) {
  struct rv_graph_state *state = first;
  visit(walk, first, NULL);
  while (state) {
    const struct rv_graph_step *const step = state->at;
    if (step) {
      state->at = step->next;
      if (!counts(step))
        continue;
      if (!step->to->number) {
        visit(walk, step->to, state);
        state = step->to;
      } else if (!step->to->component) {
        reach_lower(state, step->to->number);
      }
      continue;
    }
    if (state->low == state->number)
      take_component(walk, state);
    if (state->caller)
      reach_lower(state->caller, state->low);
    state = state->caller;
  }
}

static void take_apart(const struct rv_state_graph *graph) {
  struct walk walk = {0};
  for (struct rv_graph_state *s = graph->first; s; s = s->next) {
    s->number = s->can_go_on = s->go_on = 0;
    s->component = NULL;
  }
  for (struct rv_graph_state *s = graph->first; s; s = s->next)
    if (s->among && !s->number)
      take_apart_from(&walk, s);
}

/* --- fairness -----------------------------------------------------------------------------------
 */

static bool leads_out(const struct rv_graph_state *state, const struct rv_graph_step *of) {
  for (const struct rv_graph_step *step = state->steps; step; step = step->next)
    if (step->thread == of->thread && !is_inside(step))
      return true;
  return false;
}

/* Choices of which one value leads out are not made for ever. False if there are none. */
static bool leave_out_choices(const struct rv_state_graph *graph) {
  bool any = false;
  for (const struct rv_graph_state *s = graph->first; s; s = s->next)
    for (struct rv_graph_step *step = s->steps; step; step = step->next)
      if (step->chooses && is_inside(step) && leads_out(s, step))
        any = step->unfair = true;
  return any;
}

static void look_at_components(const struct rv_state_graph *graph) {
  for (const struct rv_graph_state *s = graph->first; s; s = s->next) {
    if (!s->among)
      continue;
    s->component->can_go_on |= s->enabled;
    for (const struct rv_graph_step *step = s->steps; step; step = step->next)
      if (is_inside(step))
        s->component->go_on |= UINT64_C(1) << step->thread;
  }
}

/* The first state of a fair component. Otherwise states of which no cycle is fair are left out. */
static struct rv_graph_state *find_fair(const struct rv_state_graph *graph, bool *any_left) {
  *any_left = false;
  for (struct rv_graph_state *s = graph->first; s; s = s->next) {
    if (!s->among)
      continue;
    const struct rv_graph_state *const all = s->component;
    const uint64_t starve = all->can_go_on & ~all->go_on;
    if (all->go_on && !starve)
      return s;
    s->among = all->go_on && !(s->enabled & starve) ? s->component : NULL;
    *any_left |= s->among != NULL;
  }
  return NULL;
}

static struct rv_graph_state *fair_component(const struct rv_state_graph *graph) {
  struct rv_graph_state *fair = NULL;
  bool any_left = true;
  for (struct rv_graph_state *s = graph->first; s; s = s->next)
    s->among = graph->first;
  while (!fair && any_left) {
    take_apart(graph);
    if (leave_out_choices(graph))
      continue;
    look_at_components(graph);
    fair = find_fair(graph, &any_left);
  }
  return fair;
}

/* --- the way round ------------------------------------------------------------------------------
 */

struct walker {
  struct rv_state_graph *graph;
  struct rv_graph_way *first, *last;
  struct rv_graph_state *state; /* where it has come to */
  uint64_t threads;             /* that have not gone on yet */
  bool inside;                  /* it does not leave the component */
};

typedef bool end_function(const struct walker *walker, const struct rv_graph_step *step,
                          const struct rv_graph_state *state);

static void walk_step(struct walker *walker, const struct rv_graph_step *step) {
  struct rv_graph_way *const way = rv_arena_alloc(&walker->graph->arena, sizeof *way);
  *way = (struct rv_graph_way){step, NULL};
  *(walker->last ? &walker->last->next : &walker->first) = way;
  walker->last = way;
  walker->state = step->to;
  walker->threads &= ~(UINT64_C(1) << step->thread);
}

/* The steps that led to a state, and one more from there. They are found backwards. */
static void walk_ways(struct walker *walker, const struct rv_graph_step *last) {
  const struct rv_graph_state *const begin = walker->state;
  struct rv_graph_state *behind = NULL;
  for (struct rv_graph_state *s = last->from; s != begin; s = s->way->from) {
    s->queued = behind;
    behind = s;
  }
  for (; behind; behind = behind->queued)
    walk_step(walker, behind->way);
  walk_step(walker, last);
}

/* Goes on, by the fewest steps, until one is the end. */
static void walk_to(struct walker *walker, end_function *is_end, const struct rv_graph_state *end) {
  struct rv_graph_state *last = walker->state, *state = last;
  const uint64_t look = ++walker->graph->looks;
  state->looked = look;
  state->queued = NULL;
  for (; state; state = state->queued)
    for (const struct rv_graph_step *step = state->steps; step; step = step->next) {
      if (walker->inside && !is_inside(step))
        continue;
      if (is_end(walker, step, end)) {
        walk_ways(walker, step);
        return;
      }
      if (step->to->looked == look)
        continue;
      step->to->looked = look;
      step->to->way = step;
      step->to->queued = NULL;
      last = last->queued = step->to;
    }
}

static bool comes_to_component(const struct walker *walker, const struct rv_graph_step *step,
                               const struct rv_graph_state *end) {
  (void)walker;
  return step->to->component == end->component;
}

static bool comes_back(const struct walker *walker, const struct rv_graph_step *step,
                       const struct rv_graph_state *end) {
  (void)walker;
  return step->to == end;
}

static bool is_of_another(const struct walker *walker, const struct rv_graph_step *step,
                          const struct rv_graph_state *end) {
  (void)end;
  return walker->threads >> step->thread & 1;
}

struct rv_graph_way *rv_fair_cycle(struct rv_state_graph *graph) {
  const struct rv_graph_state *const fair = graph->first ? fair_component(graph) : NULL;
  struct walker walker = {.graph = graph, .state = graph->first};
  if (!fair)
    return NULL;
  if (walker.state->component != fair->component)
    walk_to(&walker, comes_to_component, fair);
  const struct rv_graph_state *const begin = walker.state;
  struct rv_graph_way *const before = walker.last;
  walker.inside = true;
  walker.threads = fair->component->go_on;
  while (walker.threads)
    walk_to(&walker, is_of_another, NULL);
  if (walker.state != begin)
    walk_to(&walker, comes_back, begin);
  walk_step(&walker, before ? before->next->step : walker.first->step);
  return walker.first;
}
