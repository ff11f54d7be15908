/*
 * A trace file is data, often from somebody else. What it says about compiling is heeded only as
 * far as it can do no harm; for the rest the user has to say it again on the command line.
 */
#ifndef RAVEL_CLI_TRUST_H
#define RAVEL_CLI_TRUST_H

#include <stdbool.h>

#include "cli/options.h"
#include "report/trace.h"

/* Puts --cc and --cflags of the command line in the place of what was recorded. Complains and
 * returns false if what is left of the recording must not be heeded. */
bool trust_program(struct trace_program *about, const struct options *options);

/* What is about to run is somebody else's choice, perhaps: says what it is. */
void trust_announce(const struct trace_program *about);

#endif
