/*
 * The order in which threads are tried (--order).
 */
#ifndef RAVEL_CORE_ORDER_H
#define RAVEL_CORE_ORDER_H

#include "core/exploration.h"

/* A member of a set of threads to go on with from the present state, or RV_NO_THREAD. */
rv_tid rv_pick(struct rv_explorer *x, const uint64_t *threads, size_t words);

/* The same from an earlier state on the stack. */
rv_tid rv_pick_at(struct rv_explorer *x, uint64_t depth, const uint64_t *threads, size_t words);

#endif
