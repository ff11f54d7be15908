/*
 * What synchronisation objects take part in, in words.
 */
#ifndef RAVEL_REPORT_TEXT_SYNCHRONISATION_H
#define RAVEL_REPORT_TEXT_SYNCHRONISATION_H

#include "report/trace.h"

/* An operation on an object beyond locking and unlocking: "signals c (wakes one of 2)". */
const char *synchronisation_text(struct arena *arena, const struct trace_event *event);

/* What a thread waits for that can never go on: "for mutex m, held by T1". */
const char *wait_text(struct arena *arena, const struct trace *trace,
                      const struct trace_wait *wait);

#endif
