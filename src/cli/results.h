/* The result for other programs: a file for each format that was asked for. */
#ifndef RAVEL_CLI_RESULTS_H
#define RAVEL_CLI_RESULTS_H

#include "cli/options.h"
#include "report/result.h"

/* Whether the files could be written later; complains when not. */
bool results_writable(const struct options *options);

/* Whether one of them is standard output. */
bool results_on_stdout(const struct options *options);

/* What the formats need to know beside how the run ended: where the sources are, and what kinds of
 * errors mean. */
void results_describe(struct result *result, struct arena *arena);

/* Writes them all, whatever becomes of the others; complains and returns false when one fails. */
bool results_write(const struct result *result, const struct options *options);

/* Adds annotations to what is printed, where GitHub Actions reads it. */
void results_annotate(const struct result *result, struct buffer *report);

#endif
