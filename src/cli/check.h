/* The parts of `ravel check` that other commands search with: one whole search of a program. */
#ifndef RAVEL_CLI_CHECK_H
#define RAVEL_CLI_CHECK_H

#include "cli/findings.h"
#include "cli/options.h"
#include "cli/saved.h"
#include "cli/scout.h"
#include "cli/shares.h"
#include "cli/suppress.h"
#include "cli/team.h"

struct check {
  struct options options;
  struct arena arena;
  struct program program;
  struct request request;
  struct watch watch;
  bool is_case;        /* one of --each-test: the verdict is told by whoever puts them together */
  bool is_told;        /* all of them were put together, and the result has gone out */
  bool silent;         /* the result is all that is wanted: no report, no trace */
  double began;        /* the search, when, */
  double scouted;      /* and how long scouts had looked by then */
  double deadline;     /* of the search; 0: none */
  uint32_t bounds_met; /* enum bound, as bits */
  struct scout scout;
  struct findings findings;
  struct suppress suppress;
  uint32_t saved;   /* traces that are written already, unless they are none after all, */
  double next_save; /* after so many seconds of the search; 0: never */
  struct result result;
  struct buffer report;        /* for people */
  struct buffer tree;          /* --tree */
  const struct saved *resumed; /* where the search goes on; NULL: it is a new one */
  struct team team;            /* what searches; none: one worker does */
  bool alone;                  /* there will be no team, */
  uint32_t why_alone;          /* enum alone: as the last one could not go on */
  bool shares_wanted;          /* but each worker has a share of the scenarios: */
  struct shares shares;
  double search_saved; /* when the search was saved last */
  struct text_options look;
};

/* Complains, unless the files are sources or one program. */
int check_files(const struct options *options);

/* What the program and the search are, from the options. */
void check_describe(struct check *check);

/* How long the search has taken by now, without the looks of scouts. */
double check_seconds(const struct check *check);

/* Searches the program, which is open. Returns the exit status; the result is complete then. */
int check_search(struct check *check);

/* The parts of the command: whether what it is to write can be written (complains when not), what
 * it is about, with the words that say so, and what goes out in the end. Returns the exit status.
 */
bool check_can_write(struct check *check);
void check_begin(struct check *check, uint32_t n_words, const char *const *words);
int check_finish(struct check *check, int status);

/* All but the options and the program. */
void check_free(struct check *check);

#endif
