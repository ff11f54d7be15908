#include "report/step_order.h"

#include <stdlib.h>
#include <string.h>

static void find_others(struct step_order *order, const struct trace *trace) {
  const uint64_t end = trace->n_choices + 1;
  for (uint64_t i = 0; i < trace->n_edges; i++)
    order->first[trace->edges[i].after + 1]++;
  for (uint64_t i = 1; i <= end + 1; i++)
    order->first[i] += order->first[i - 1];
  uint64_t *fill = must_alloc((end + 2) * sizeof *fill);
  memcpy(fill, order->first, (end + 2) * sizeof *fill);
  for (uint64_t i = 0; i < trace->n_edges; i++)
    order->before[fill[trace->edges[i].after]++] = trace->edges[i].before;
  free(fill);
}

static void find_own(struct step_order *order, const struct trace *trace) {
  uint64_t *last = must_alloc((trace->n_threads + 1) * sizeof *last);
  for (uint64_t i = 1; i <= trace->n_choices; i++) {
    uint64_t *of_thread = &last[trace->choices[i - 1].thread];
    order->own[i] = *of_thread;
    *of_thread = i;
  }
  free(last);
}

void step_order_find(struct step_order *order, const struct trace *trace) {
  const uint64_t end = trace->n_choices + 1;
  *order = (struct step_order){.trace = trace,
                               .first = must_alloc((end + 2) * sizeof *order->first),
                               .before = must_alloc((trace->n_edges + 1) * sizeof *order->before),
                               .own = must_alloc((end + 1) * sizeof *order->own)};
  find_others(order, trace);
  find_own(order, trace);
}

void step_order_free(struct step_order *order) {
  free(order->first);
  free(order->before);
  free(order->own);
}
