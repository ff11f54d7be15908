#include "fair.h"

#include <stdlib.h>

/* Strongly connected components (Tarjan), without recursion. */
struct components {
  const struct edge *edges;
  unsigned n_edges, n;
  uint32_t *first;         /* the first edge of a state; of state n, the end of all */
  uint32_t *next;          /* the edge that is looked at next */
  uint32_t *number, *low;  /* from 1 on, in the order in which states were found */
  uint32_t *of;            /* the component of a state, from 1 on; 0: it is on the stack, or new */
  uint32_t *stack, *path;  /* states without a component yet, and how the last one was reached */
  uint32_t n_stack, depth; /* of these */
  uint32_t found, n_components;
};

static uint32_t *numbers(unsigned n) {
  uint32_t *const all = calloc(n + 1, sizeof *all);
  if (!all)
    abort();
  return all;
}

static void begin(struct components *c) {
  uint32_t **const arrays[] = {&c->first, &c->next,  &c->number, &c->low,
                               &c->of,    &c->stack, &c->path};
  for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++)
    *arrays[i] = numbers(c->n);
  unsigned edge = 0;
  for (unsigned i = 0; i <= c->n; i++) {
    while (edge < c->n_edges && c->edges[edge].from < i)
      edge++;
    c->first[i] = c->next[i] = edge;
  }
}

static void end(struct components *c) {
  free(c->first);
  free(c->next);
  free(c->number);
  free(c->low);
  free(c->of);
  free(c->stack);
  free(c->path);
}

static void push(struct components *c, uint32_t state) {
  c->number[state] = c->low[state] = ++c->found;
  c->stack[c->n_stack++] = c->path[c->depth++] = state;
}

static void pop(struct components *c) {
  const uint32_t state = c->path[--c->depth];
  if (c->depth && c->low[state] < c->low[c->path[c->depth - 1]])
    c->low[c->path[c->depth - 1]] = c->low[state];
  if (c->low[state] != c->number[state])
    return;
  c->n_components++;
  do
    c->of[c->stack[--c->n_stack]] = c->n_components;
  while (c->stack[c->n_stack] != state);
}

static void find_components(struct components *c, uint32_t from) {
  push(c, from);
  while (c->depth) {
    const uint32_t state = c->path[c->depth - 1];
    if (c->next[state] == c->first[state + 1]) {
      pop(c);
      continue;
    }
    const uint32_t to = c->edges[c->next[state]++].to;
    if (!c->number[to])
      push(c, to);
    else if (!c->of[to] && c->number[to] < c->low[state])
      c->low[state] = c->number[to];
  }
}

/* Of each component: threads that step inside, or can't go on somewhere; and whether any steps. */
static bool is_any_fair(const struct components *c, const uint8_t *runnable) {
  uint32_t *const served = numbers(c->n_components), *const goes_on = numbers(c->n_components);
  for (unsigned i = 0; i < c->n; i++)
    served[c->of[i]] |= (uint8_t)~runnable[i];
  for (unsigned i = 0; i < c->n_edges; i++) {
    const struct edge *const edge = &c->edges[i];
    if (c->of[edge->from] != c->of[edge->to])
      continue;
    served[c->of[edge->from]] |= 1u << edge->thread;
    goes_on[c->of[edge->from]] = true;
  }
  bool fair = false;
  for (unsigned i = 1; i <= c->n_components; i++)
    fair |= goes_on[i] && served[i] == UINT8_MAX;
  free(served);
  free(goes_on);
  return fair;
}

bool fair_forever(const struct edge *edges, unsigned n_edges, const uint8_t *runnable, unsigned n) {
  struct components c = {.edges = edges, .n_edges = n_edges, .n = n};
  begin(&c);
  for (unsigned i = 0; i < n; i++)
    if (!c.number[i])
      find_components(&c, i);
  const bool fair = is_any_fair(&c, runnable);
  end(&c);
  return fair;
}
