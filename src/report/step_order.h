/* Happens-before between the steps of a trace, to be asked for what comes right before a step. */
#ifndef RAVEL_REPORT_STEP_ORDER_H
#define RAVEL_REPORT_STEP_ORDER_H

#include "report/trace.h"

/* Steps are counted from 1; one more than the last stands for the error. */
struct step_order {
  const struct trace *trace;
  uint64_t *first;  /* entry of each step in `before`; it ends where that of the next one begins */
  uint64_t *before; /* steps of other threads that happen right before it */
  uint64_t *own;    /* of each step, the one of the same thread before it; 0: none */
};

void step_order_find(struct step_order *order, const struct trace *trace);
void step_order_free(struct step_order *order);

#endif
