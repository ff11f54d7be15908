/* One schedule run again with everything written down: the trace of an error. */
#ifndef RAVEL_CLI_RECORD_H
#define RAVEL_CLI_RECORD_H

#include "cli/worker.h"
#include "report/trace.h"

/* What a recording starts from: as the search left it, or as a trace file has it. */
struct recipe {
  struct request request; /* of the search; the rest is filled in here */
  const struct shared_thread *threads;
  uint32_t n_threads;
  const uint64_t *marks;
  uint32_t n_marks;
  const struct shared_choice *choices;
  uint64_t n_choices;
  const char *algorithm;
  uint64_t max_records;             /* a longer recording is given up; 0: none is */
  enum error_kind kind;             /* of the error that is expected; ERROR_KINDS: none */
  uint64_t nth;                     /* error of the execution, from 0, where there is no `error` */
  const struct shared_error *error; /* as it was found; NULL: it is not known */
};

/* Fills in a zeroed trace; false when that was not possible, and why. The trace has no error when
 * none came up and recipe->error does not tell what should have. */
bool record_trace(const struct program *program, const struct recipe *recipe, struct watch *watch,
                  struct trace *trace, char *why, size_t why_size);

/* Records recipe->error, which a search has found; what to watch is chosen here. Where nothing can
 * be recorded the trace has what the search knows: everything but the events. */
void record_error(const struct program *program, struct recipe *recipe, const struct memory *search,
                  struct watch *watch, struct trace *trace);

#endif
