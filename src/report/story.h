/*
 * How a recorded execution is best told: which of its steps the error needs, and in which order
 * of independent steps there are the fewest switches between threads.
 */
#ifndef RAVEL_REPORT_STORY_H
#define RAVEL_REPORT_STORY_H

#include "report/trace.h"

/* Marks the steps that the error rests on, by their numbers from 1: those that happen before it, or
 * before what it is about. Step 0, what was done before the first step, is always one of them. The
 * array has n_choices + 2 entries. */
void story_needed(const struct trace *trace, bool *needed);

/* A schedule of the same steps, with the same happens-before and as few switches as was found; the
 * fewest that there are, if the trace is small. Returns how many steps it has. */
uint64_t story_linearise(const struct trace *trace, struct shared_choice *schedule);

#endif
