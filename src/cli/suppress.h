/* Errors that are suppressed: the search goes on after them. */
#ifndef RAVEL_CLI_SUPPRESS_H
#define RAVEL_CLI_SUPPRESS_H

#include "cli/findings.h"
#include "report/suppressions.h"

struct suppress {
  struct suppressions suppressions;
  struct findings errors;           /* that were suppressed, each once */
  uint32_t looked;                  /* so many errors of the present search were looked at, */
  bool is_known[SHARED_MAX_ERRORS]; /* and these of them are suppressed, */
  bool by_stack[SHARED_MAX_ERRORS]; /* and these with all errors of that kind and stack */
  bool unsure; /* more errors came up than the search tells apart: some may not be suppressed */
};

/* Complains and returns false where the file is none. */
bool suppress_open(struct suppress *suppress, const char *file);
void suppress_free(struct suppress *suppress);

/* A search begins, with no errors. */
void suppress_begin(struct suppress *suppress);

/* Looks at the new errors that the search, which stands still, has left in `memory`. Whether all of
 * them are suppressed. */
bool suppress_look(struct suppress *suppress, const struct program *program,
                   const struct memory *memory, const struct request *request, struct watch *watch);

/* The search has ended, and all of its errors were looked at. */
void suppress_end(struct suppress *suppress, const struct shared *shared);

/* What a pass does not cover because of errors that were suppressed. */
void suppress_tell_uncovered(const struct suppress *suppress, struct result *result);

#endif
