/* What each kind of error means, with an example: the programs of examples/kinds, as the build has
 * put them into the command. */
#ifndef RAVEL_CLI_EXPLAIN_H
#define RAVEL_CLI_EXPLAIN_H

#include "report/buffer.h"

struct explanation {
  const char *kind;
  const char *source; /* what it means and what to do, in its comment; then the example */
};

/* One for each kind; the last has no kind. */
extern const struct explanation explanations[];

/* What a kind of error means, and what to do about it: paragraphs, with an empty line between. */
const char *explain_meaning(struct arena *arena, const char *kind);
const char *explain_advice(struct arena *arena, const char *kind);

#endif
