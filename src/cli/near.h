/* A short search among executions with no more preemptions than a recorded one has. */
#ifndef RAVEL_CLI_NEAR_H
#define RAVEL_CLI_NEAR_H

#include "cli/record.h"

#define NEAR_SECONDS 5.0
#define NEAR_NO_BOUND UINT64_MAX

enum near_outcome { NEAR_FOUND, NEAR_NOTHING, NEAR_UNKNOWN };

/* The request of such a search, after that of another one. */
struct request near_request(const struct request *request, uint64_t bound);

/* How many preemptions: what the recorded one has, and one at least. */
uint64_t near_bound(const struct trace *before);

/* Looks for the recorded error, or else for any. NEAR_NOTHING: there is none within the bound. */
enum near_outcome near_search(const struct program *program, const struct trace *before,
                              uint64_t bound, struct watch *watch, struct trace *found);

/* The command with which somebody searches there himself, on a line of its own. */
void near_command(const struct trace *before, const struct trace_program *about, uint64_t bound,
                  struct buffer *out);

#endif
