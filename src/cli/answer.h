/*
 * Answers a worker's question about the code it runs.
 */
#ifndef RAVEL_CLI_ANSWER_H
#define RAVEL_CLI_ANSWER_H

#include "cli/worker.h"

/* If it has one. */
void answer(const struct program *program, struct shared *shared);

#endif
