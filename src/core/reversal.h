/*
 * The race detection of an execution that has ended, for strategies with wakeup trees: every race,
 * with what its second event will be before the first.
 */
#ifndef RAVEL_CORE_REVERSAL_H
#define RAVEL_CORE_REVERSAL_H

#include "core/await.h"

/* Calls `reverse` for every e and e' that are to be reversed (Algorithm 2, line 3). It returns the
 * position of the last
 * event that what it did rests on: as long as that is in the trace, it is not called again. */
void rv_reverse_races(struct rv_explorer *x, rv_await_reverse *reverse);

#endif
