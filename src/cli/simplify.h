/*
 * The simplest execution that shows an error: fewest preemptions, then fewest switches between
 * threads, then fewest steps. Whatever is found was run and recorded like the first one.
 */
#ifndef RAVEL_CLI_SIMPLIFY_H
#define RAVEL_CLI_SIMPLIFY_H

#include "cli/record.h"

/* How long all errors of one search may take, in seconds. */
#define SIMPLIFY_SECONDS 2.0

/* Replaces the trace of an error, which a search with this request has found, by that of a simpler
 * execution with the same error, if one is found until then. */
void simplify(const struct program *program, const struct request *request,
              const struct shared_error *error, struct watch *watch, double until,
              struct trace *trace);

#endif
