/*
 * What in one recorded execution corresponds to what in another one, of a program that has changed
 * in between: threads by parentage and name, steps by their thread, what they do and to what.
 * Addresses and lines play no part.
 */
#ifndef RAVEL_REPORT_MATCH_H
#define RAVEL_REPORT_MATCH_H

#include "report/align.h"
#include "report/trace.h"

struct match {
  uint32_t *threads; /* for each thread the other one's number, or RV_NO_THREAD */
  uint64_t *steps;   /* for each step, from 0 on, the other one's, or ALIGN_NONE */
};

struct match match_traces(struct arena *arena, const struct trace *before, const struct trace *now);

/* Whether two executions of different versions end with what looks like the same defect. */
bool match_errors(const struct trace *before, const struct trace *now);

#endif
