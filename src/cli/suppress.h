/* Errors that do not count, as they are suppressed or known: the search goes on after them. */
#ifndef RAVEL_CLI_SUPPRESS_H
#define RAVEL_CLI_SUPPRESS_H

#include "cli/findings.h"
#include "report/baseline.h"
#include "report/suppressions.h"

struct suppress {
  struct suppressions suppressions;
  struct baseline baseline;
  struct findings errors;              /* that do not count, each once; */
  bool in_baseline[SHARED_MAX_ERRORS]; /* and these of them are known */
  uint32_t looked;                     /* so many errors of the present search were looked at, */
  bool is_known[SHARED_MAX_ERRORS];    /* and these of them are suppressed, */
  bool by_stack[SHARED_MAX_ERRORS];    /* and these with all errors of that kind and stack */
  bool unsure; /* more errors came up than the search tells apart: some may not be suppressed */
};

/* Reads the files that the options name. Complains and returns false where one is none. */
bool suppress_open(struct suppress *suppress, const struct options *options);
/* Which entries of the baseline count. An empty test is the whole program; NULL: a part of it. */
void suppress_set_test(struct suppress *suppress, const char *program, const char *test);
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
void suppress_tell_uncovered(const struct suppress *suppress, struct arena *arena,
                             struct result *result);

/* The known errors, and with a complete search those that have vanished. */
void suppress_tell_known(struct suppress *suppress, bool complete, struct arena *arena,
                         struct result *result);

/* With --update-baseline: writes the file. */
bool suppress_update(struct suppress *suppress);

#endif
