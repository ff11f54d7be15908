/* One schedule run again with everything written down: the trace of an error. */
#ifndef RAVEL_CLI_RECORD_H
#define RAVEL_CLI_RECORD_H

#include "cli/worker.h"
#include "report/trace.h"

/* Runs the schedule of an error again that a search with this request has left in `memory`; what to
 * watch is chosen here. Where nothing can be recorded the trace has what the search knows:
 * everything but the events. */
void record_found(const struct program *program, const struct memory *memory,
                  const struct request *request, const struct shared_error *error,
                  struct watch *watch, struct trace *trace);

/* Runs the program of a trace again with this schedule, recorded in the same way. False when that
 * was not possible, and why. The trace has no error when none came up and `error` does not tell
 * what should have (NULL: it is not known). */
bool record_again(const struct program *program, const struct trace *before,
                  const struct shared_choice *choices, uint64_t n_choices,
                  const struct shared_error *error, struct watch *watch, struct trace *now,
                  char *why, size_t why_size);

/* How a schedule is to be followed in a program that it was not made for: by which thread, with
 * which marks, in which order. */
struct plan {
  struct shared_thread *threads;
  uint32_t n_threads, n_marks;
  uint64_t *marks;
  uint64_t n_choices;
  struct shared_choice *choices;
};

/* Follows it as far as it goes. The trace has the steps that were made, and the memory the errors
 * with their schedules, for record_found(). False when that was not possible, and why; there is no
 * memory then. */
bool record_loosely(const struct program *program, const struct trace *before,
                    const struct plan *plan, struct watch *watch, struct memory *memory,
                    struct trace *now, char *why, size_t why_size);

/* The memory with which a worker would do that. */
bool record_memory(struct memory *memory, const struct trace *trace);

#endif
