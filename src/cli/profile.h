/* The profile of a search (core/profile.c), by source lines. */
#ifndef RAVEL_CLI_PROFILE_H
#define RAVEL_CLI_PROFILE_H

#include "cli/program.h"
#include "report/result.h"

void profile_collect(struct result_profile *profile, const struct shared *shared,
                     const struct program *program, struct arena *arena);

#endif
