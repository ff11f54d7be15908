/* Searches of one program, side by side: what `ravel compare` shows. */
#ifndef RAVEL_REPORT_COMPARISON_H
#define RAVEL_REPORT_COMPARISON_H

#include "report/result.h"

enum { COMPARISON_MAX_ROWS = 16 };

struct comparison_row {
  const char *name;            /* the algorithm and its options */
  const struct result *result; /* NULL: there was no search */
  const char *reason;          /* why there are no figures; NULL: there are */
};

struct comparison {
  const char *program;
  double max_seconds; /* of each row; 0: no limit */
  uint32_t n;
  struct comparison_row rows[COMPARISON_MAX_ROWS];
};

/* Columns are one table; what they hold of a row is a number, and a text for people. */
uint32_t comparison_columns(const struct comparison *comparison);
const char *comparison_column_name(uint32_t column);
/* NULL: the row has no figures. The text is in the arena. */
const char *comparison_cell(struct arena *arena, const struct comparison_row *row, uint32_t column);
const char *comparison_verdict(struct arena *arena, const struct comparison *comparison,
                               const struct comparison_row *row);
/* The search was stopped before its end: its figures are lower bounds. */
bool comparison_is_stopped(const struct comparison_row *row);

/* Sentences about the rows: limits, verdicts that differ, what the searches warned of. How many
 * there are; they are in the arena. */
enum { COMPARISON_MAX_NOTES = 24 };
uint32_t comparison_notes(struct arena *arena, const struct comparison *comparison,
                          const char *notes[COMPARISON_MAX_NOTES]);

void comparison_text(const struct comparison *comparison, bool colour, struct buffer *out);
void comparison_markdown(const struct comparison *comparison, struct buffer *out);
void comparison_json(const struct comparison *comparison, struct buffer *out);
/* comparison_page.c: one page that needs nothing else. */
void comparison_html(const struct comparison *comparison, struct buffer *out);

#endif
