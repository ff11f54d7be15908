/* What a search has found: every error recorded in a process of its own, then told. */
#ifndef RAVEL_CLI_FINDINGS_H
#define RAVEL_CLI_FINDINGS_H

#include "cli/memory.h"
#include "cli/options.h"
#include "cli/worker.h"
#include "report/result.h"
#include "report/text.h"

struct findings {
  uint32_t n;
  struct trace traces[SHARED_MAX_ERRORS];
  bool as_found;                       /* no simpler execution with the same error is looked for */
  char divergence[2 * SHARED_MESSAGE]; /* what the same schedule did differently; empty: nothing */
};

/* Records what the search with this request has left in `memory`, beside what is there already. An
 * error that a new process does not show may come from what earlier executions left behind, where
 * all were in one process. With RESET_AUTO it does not count then, and the answer is false: of this
 * search only the other errors are valid. In all other cases it has happened, and is reported.
 * Errors for which `left_out` is true are left out (NULL: none is). */
bool findings_collect(struct findings *findings, const struct program *program,
                      const struct memory *memory, const struct request *request,
                      const bool *left_out, struct watch *watch);

/* Takes the trace. False: its error is there already, or there is no room. */
bool findings_add(struct findings *findings, struct trace *trace);

/* While the search stands still: writes the traces of the errors that it has found by now, from the
 * `saved`-th on, as they are, so that they are there if the command is killed. How many it has
 * found. */
uint32_t findings_save(uint32_t saved, const struct program *program, const struct memory *memory,
                       const struct request *request, struct watch *watch,
                       const struct options *options);

/* Removes what was saved and is no finding after all, or the same as another. */
void findings_remove_saved(const struct findings *findings, uint32_t saved, const char *name,
                           const struct options *options);

/* Takes what others have found that is not there yet. */
void findings_move(struct findings *findings, struct findings *others);

/* Writes the traces, puts the errors into the result and what people read into `report`. NULL: into
 * the result alone. */
void findings_tell(const struct findings *findings, const struct options *options,
                   const struct text_options *look, struct arena *arena, struct result *result,
                   struct buffer *report);

/* The error of a trace, which is in that file, as the result tells it. */
struct result_error result_error_of(struct arena *arena, const struct trace *trace,
                                    const char *path);

void findings_free(struct findings *findings);

#endif
