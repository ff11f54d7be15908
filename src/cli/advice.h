/*
 * What may help where not all executions were explored. It is not guessed but tried: the beginning
 * of the search once more, with the profile; and all of it with --observers. Each for a moment.
 */
#ifndef RAVEL_CLI_ADVICE_H
#define RAVEL_CLI_ADVICE_H

#include "cli/program.h"
#include "report/result.h"

void advice_find(struct result *result, const struct program *program, struct arena *arena,
                 bool stdout_is_ours);

#endif
