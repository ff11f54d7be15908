/*
 * A site: a thread of the trace that stands before one of its operations. The same operation is
 * another event after another history, and may do something else there.
 */
#ifndef RAVEL_CORE_UNFOLD_SITE_H
#define RAVEL_CORE_UNFOLD_SITE_H

#include "core/unfold.h"

struct rv_site {
  rv_tid thread;
  uint32_t events;              /* that the thread has made before */
  const struct rv_event *made;  /* the operation in the trace; NULL if the thread still waits */
  const struct rv_clock *knows; /* what has to come before it */
  struct rv_op op;              /* the most that it might do */
  bool varies;                  /* it might do less, */
  bool blocks;                  /* or nothing */

  /* Events of the trace that may come before it or after it, in the order of the trace: those that
   * change what it looks at, and those that look at what it changes. */
  const struct rv_event **changers, **lookers;
  uint32_t n_changers, n_lookers;
  const struct rv_event *last; /* of the changers that it knows, the last */
  bool overlaps;               /* some of them access other ranges */
};

struct rv_site rv_site_made(struct rv_explorer *x, const struct rv_event *made);
struct rv_site rv_site_waiting(struct rv_explorer *x, const struct rv_waiting *waiting);

/* Whether an operation may do something else after another history. */
bool rv_op_varies(const struct rv_op *op);

/* All accesses get a mode; those beyond the first are copied. */
void rv_op_set_modes(struct rv_op *op, uint32_t mode, struct rv_arena *arena);

/* Finds the changers and the lookers, as far as there may be extensions that are not known: from
 * `fresh` on the trace is new to the site. They stay until the next site is looked at. */
void rv_site_look(struct rv_explorer *x, struct rv_site *site, const struct rv_event *fresh);

/* How much of the trace, from its beginning, was as it is now when the extensions of the site were
 * last looked for. From now on it is all of it. */
uint64_t rv_site_seen(struct rv_explorer *x, const struct rv_site *site);

/* The changers that come before the site. */
struct rv_cut {
  const struct rv_event *last; /* of these and what the site knows; NULL: none */
  const struct rv_event *next; /* the first of the others; NULL: none */
  bool is_prefix;              /* all that are before that one in the trace come before the site */
};

enum rv_outcome { RV_SITE_BLOCKED, RV_SITE_MADE, RV_SITE_READS_MORE };

/* What the operation does after the changers of the cut, which are what the clock knows.
 * RV_SITE_READS_MORE: it reads what is not in site->op, which now has it. */
enum rv_outcome rv_site_outcome(struct rv_explorer *x, struct rv_site *site,
                                const struct rv_cut *cut, const struct rv_clock *knows,
                                struct rv_op *op);

#endif
