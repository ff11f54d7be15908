/*
 * A file of errors that are known and are not to count: one KIND:PATTERN in a line, as
 * ThreadSanitizer has them, and with our kinds.
 */
#ifndef RAVEL_REPORT_SUPPRESSIONS_H
#define RAVEL_REPORT_SUPPRESSIONS_H

#include "report/json.h"
#include "report/trace.h"

enum { SUPPRESSED_THREAD = ERROR_KINDS, SUPPRESSED_KINDS }; /* one that nobody joins */

struct suppression {
  const char *text; /* as it stands in the file */
  const char *pattern;
  uint32_t line;
  uint32_t kinds;               /* enum error_kind, as bits */
  bool top, library;            /* about the innermost calls alone; about libraries alone */
  uint32_t n[SUPPRESSED_KINDS]; /* how many different errors it has suppressed */
};

struct suppressions {
  struct arena arena;
  const char *file; /* NULL: there is none */
  uint32_t n;
  struct suppression *all;
};

/* False, and why in one line, when it is none. */
bool suppressions_read(struct suppressions *suppressions, const char *file, struct buffer *why);
void suppressions_free(struct suppressions *suppressions);

/* The first that the error matches, or NULL. `by_stack`: by a name of the stack of the thread that
 * met it; so all errors of the kind with that stack match. */
struct suppression *suppressions_match(struct suppressions *suppressions, const struct trace *trace,
                                       bool *by_stack);

/* Whether the warning about a thread that was created there is suppressed. It is counted. */
bool suppressions_match_thread(struct suppressions *suppressions, const char *function,
                               const char *file);

uint32_t suppressions_count(const struct suppressions *suppressions);
void suppressions_json(const struct suppressions *suppressions, struct json_writer *json);
void suppressions_text(const struct suppressions *suppressions, struct buffer *out);

/* Whether a pattern is somewhere in the text: * stands for anything, ^ for its beginning, $ for its
 * end. */
bool pattern_matches(const char *pattern, const char *text);

/* Those that have matched nothing, as a sentence; false: there is none. */
bool suppressions_unused(const struct suppressions *suppressions, struct buffer *out);

#endif
