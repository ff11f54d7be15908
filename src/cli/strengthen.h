/*
 * Which memory orders, made stronger, make an error go away: they are tried. The whole search is
 * made again with other orders at some places of the program (struct stronger in request.h), so
 * what is said of them was seen.
 */
#ifndef RAVEL_CLI_STRENGTHEN_H
#define RAVEL_CLI_STRENGTHEN_H

#include "cli/record.h"

/* How long this may take for all errors of one search, in seconds. */
#define STRENGTHEN_SECONDS 3.0

/* Notes in the trace of an error, which a search with this request has found, whether it needs weak
 * memory, and what makes it go away. */
void strengthen(const struct program *program, const struct request *request, struct watch *watch,
                double until, struct trace *trace);

#endif
