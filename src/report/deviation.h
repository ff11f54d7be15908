/* Where an execution leaves a schedule that it was to follow, in words. */
#ifndef RAVEL_REPORT_DEVIATION_H
#define RAVEL_REPORT_DEVIATION_H

#include "report/match.h"

struct deviation {
  uint64_t steps; /* of the recording */
  uint64_t step;  /* the first of them that is not made, or not in its turn; 0: there is none */
  const char *expected; /* what it was */
  const char *instead;  /* what the thread does instead */
};

/* `now` has followed the recording `before`, as far as it goes. The words live in the arena. */
void deviation_find(struct deviation *deviation, struct arena *arena, const struct trace *before,
                    const struct trace *now, const struct match *match);

/* As one or two lines. */
void deviation_text(const struct deviation *deviation, struct buffer *out);

#endif
