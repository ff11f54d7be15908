/*
 * A recorded schedule in a program that has changed since. It is followed as far as possible: a
 * step is recognised by its thread, its operation and its object. New steps are made on the way to
 * recognised ones; steps that are gone are left out.
 */
#ifndef RAVEL_CLI_LOOSE_H
#define RAVEL_CLI_LOOSE_H

#include "cli/options.h"
#include "cli/record.h"

/* Tells what has become of the recorded error; the exit status. `now` is the trace of the error
 * that came up; it has none if none did. */
int loose_replay(const struct program *program, const struct trace *before,
                 const struct options *options, struct watch *watch, struct trace *now);

#endif
