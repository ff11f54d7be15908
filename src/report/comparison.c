#include "report/comparison.h"

#include <string.h>

#include "report/text.h"

/* --- cells ----------------------------------------------------------------------------------- */

static const char *executions_cell(struct arena *arena, const struct comparison_row *row) {
  return arena_printf(arena, "%s%s", comparison_is_stopped(row) ? "more than " : "",
                      grouped(row->result->stats.executions));
}

static const char *seconds_cell(struct arena *arena, const struct comparison_row *row) {
  return arena_printf(arena, "%.2f", row->result->seconds);
}

static const char *memory_cell(struct arena *arena, const struct comparison_row *row) {
  return arena_printf(arena, "%.1f", (double)row->result->peak_rss_kib / 1024);
}

#define COUNT_CELL(name)                                                                           \
  static const char *name##_cell(struct arena *arena, const struct comparison_row *row) {          \
    return arena_string(arena, grouped(row->result->stats.name));                                  \
  }
COUNT_CELL(blocked)
COUNT_CELL(pruned)
COUNT_CELL(void_)
COUNT_CELL(events)
COUNT_CELL(bounded)

/* The last one is there only if it is needed. */
static const struct {
  const char *name;
  const char *(*cell)(struct arena *, const struct comparison_row *);
} columns[] = {{"executions", executions_cell},
               {"blocked", blocked_cell},
               {"pruned", pruned_cell},
               {"void", void__cell},
               {"events", events_cell},
               {"seconds", seconds_cell},
               {"MiB", memory_cell},
               {"cut", bounded_cell}};
enum { COLUMNS = sizeof columns / sizeof *columns };

uint32_t comparison_columns(const struct comparison *comparison) {
  for (uint32_t i = 0; i < comparison->n; i++)
    if (comparison->rows[i].result && comparison->rows[i].result->stats.bounded)
      return COLUMNS;
  return COLUMNS - 1;
}

const char *comparison_column_name(uint32_t column) {
  return columns[column].name;
}

const char *comparison_cell(struct arena *arena, const struct comparison_row *row,
                            uint32_t column) {
  return row->reason ? NULL : columns[column].cell(arena, row);
}

/* --- verdicts -------------------------------------------------------------------------------- */

bool comparison_is_stopped(const struct comparison_row *row) {
  static const char *const limits[] = {"--max-executions", "--max-seconds", "an interrupt"};
  const char *by = row->result ? row->result->stopped_by : NULL;
  for (size_t i = 0; by && i < sizeof limits / sizeof *limits; i++)
    if (strcmp(by, limits[i]) == 0 && row->result->verdict == VERDICT_INCOMPLETE)
      return true;
  return false;
}

/* Other searches leave out the iterations that livelocks may be made of, and say so. */
static bool is_livelock(const struct result *result) {
  return result->verdict == VERDICT_FAIL && result->request->explorer.stateful &&
         strcmp(result_first_error(result)->kind, error_kind_name(ERROR_NONTERMINATION)) == 0;
}

static bool has_verdict(const struct comparison *comparison, enum verdict verdict) {
  for (uint32_t i = 0; i < comparison->n; i++) {
    const struct result *result = comparison->rows[i].result;
    if (result && result->verdict == verdict && !is_livelock(result))
      return true;
  }
  return false;
}

/* What a search that was complete has shown; VERDICT_INCOMPLETE: none was. */
static enum verdict common_verdict(const struct comparison *comparison) {
  return has_verdict(comparison, VERDICT_FAIL)   ? VERDICT_FAIL
         : has_verdict(comparison, VERDICT_PASS) ? VERDICT_PASS
                                                 : VERDICT_INCOMPLETE;
}

/* "" where it is that of the others; '*': it was stopped too early to tell; '!': it is wrong. */
static const char *mark(const struct comparison *comparison, const struct result *result) {
  if (result->verdict == common_verdict(comparison) || is_livelock(result))
    return "";
  return result->verdict == VERDICT_INCOMPLETE ? " *" : " !";
}

const char *comparison_verdict(struct arena *arena, const struct comparison *comparison,
                               const struct comparison_row *row) {
  const struct result *result = row->result;
  if (!result)
    return "";
  const char *after = mark(comparison, result);
  if (result->verdict == VERDICT_PASS)
    return arena_printf(arena, "pass%s", after);
  if (result->verdict == VERDICT_FAIL)
    return arena_printf(arena, "fail: %s%s", result_first_error(result)->kind, after);
  return arena_printf(arena, "incomplete: %s%s",
                      result->n_errors     ? result->errors[0].kind
                      : result->stopped_by ? result->stopped_by
                                           : "it could not be run",
                      after);
}

/* --- notes ----------------------------------------------------------------------------------- */

struct notes {
  struct arena *arena;
  const char **all;
  uint32_t n;
};

/* Once, if several rows say the same. */
static void add_note(struct notes *notes, const char *text) {
  for (uint32_t i = 0; i < notes->n; i++)
    if (strcmp(notes->all[i], text) == 0)
      return;
  if (notes->n < COMPARISON_MAX_NOTES)
    notes->all[notes->n++] = text;
}

/* On one line, however it is broken elsewhere. */
static const char *on_one_line(struct arena *arena, const char *text) {
  char *copy = arena_string(arena, text), *to = copy;
  for (const char *at = copy; *at; at++)
    if (*at == '\n' || *at == ' ')
      *to = ' ', to += to == copy || to[-1] != ' ';
    else
      *to++ = *at;
  *to = 0;
  return copy;
}

static void note_marks(struct notes *notes, const struct comparison *comparison) {
  bool stopped = false, wrong = false, livelock = false;
  for (uint32_t i = 0; i < comparison->n; i++) {
    const struct result *result = comparison->rows[i].result;
    const char *marked = result ? mark(comparison, result) : "";
    stopped |= strcmp(marked, " *") == 0 && !comparison->rows[i].reason;
    wrong |= strcmp(marked, " !") == 0;
    livelock |= result && is_livelock(result) && has_verdict(comparison, VERDICT_PASS);
  }
  if (stopped)
    add_note(notes, "* no verdict, unlike other rows: this search was stopped before its end");
  if (livelock)
    add_note(notes, "nontermination is a livelock here: only --stateful looks for these in loop "
                    "iterations that take back what they did");
  if (wrong)
    add_note(notes, "! pass although other rows fail: this is an error of Ravel, please report it "
                    "with the program");
}

static void note_row(struct notes *notes, const struct comparison_row *row) {
  const struct result *result = row->result;
  for (uint32_t i = 0; i < result->n_warnings; i++)
    add_note(notes, result->warnings[i]);
  if (result->uncompared)
    add_note(notes, arena_printf(notes->arena, "--context-sensitive compares no states: %s",
                                 on_one_line(notes->arena, result->uncompared)));
  if (result->failure)
    add_note(notes, result->failure);
}

uint32_t comparison_notes(struct arena *arena, const struct comparison *comparison,
                          const char *all[COMPARISON_MAX_NOTES]) {
  struct notes notes = {.arena = arena, .all = all};
  bool stopped = false, failed = false;
  for (uint32_t i = 0; i < comparison->n; i++) {
    const struct comparison_row *row = &comparison->rows[i];
    stopped |= comparison_is_stopped(row) && !row->reason;
    failed |=
        row->result && row->result->verdict == VERDICT_FAIL && !row->result->request->keep_going;
  }
  if (stopped)
    add_note(&notes, "more than N: the search was stopped after N executions, there is more to "
                     "explore; its other figures are lower bounds, too");
  if (failed)
    add_note(&notes, "a search that fails ends with its first error: the figures are what it took "
                     "to find it; --keep-going goes on");
  note_marks(&notes, comparison);
  for (uint32_t i = 0; i < comparison->n; i++)
    if (comparison->rows[i].result)
      note_row(&notes, &comparison->rows[i]);
  return notes.n;
}

/* --- the table ------------------------------------------------------------------------------- */

static size_t widest_name(const struct comparison *comparison) {
  size_t width = 0;
  for (uint32_t i = 0; i < comparison->n; i++)
    if (strlen(comparison->rows[i].name) > width)
      width = strlen(comparison->rows[i].name);
  return width;
}

static size_t widest_cell(struct arena *arena, const struct comparison *comparison,
                          uint32_t column) {
  size_t width = strlen(columns[column].name);
  for (uint32_t i = 0; i < comparison->n; i++) {
    const char *cell = comparison_cell(arena, &comparison->rows[i], column);
    if (cell && strlen(cell) > width)
      width = strlen(cell);
  }
  return width;
}

static const char *verdict_style(const struct result *result, bool colour) {
  return style(colour, result->verdict == VERDICT_PASS   ? STYLE_GOOD
                       : result->verdict == VERDICT_FAIL ? STYLE_BAD
                                                         : STYLE_WARN);
}

static void text_row(struct arena *arena, const struct comparison *comparison,
                     const struct comparison_row *row, const size_t *widths, bool colour,
                     struct buffer *out) {
  const char *plain = style(colour, STYLE_PLAIN);
  buffer_printf(out, "%-*s", (int)widest_name(comparison), row->name);
  if (row->reason) {
    buffer_printf(out, "  %s%s%s\n", style(colour, STYLE_FAINT), row->reason, plain);
    return;
  }
  for (uint32_t c = 0; c < comparison_columns(comparison); c++)
    buffer_printf(out, "  %*s", (int)widths[c], comparison_cell(arena, row, c));
  buffer_printf(out, "  %s%s%s\n", verdict_style(row->result, colour),
                comparison_verdict(arena, comparison, row), plain);
}

static void put_notes(struct arena *arena, const struct comparison *comparison, const char *before,
                      struct buffer *out) {
  const char *notes[COMPARISON_MAX_NOTES];
  const uint32_t n = comparison_notes(arena, comparison, notes);
  if (n)
    buffer_putc(out, '\n');
  for (uint32_t i = 0; i < n; i++)
    buffer_printf(out, "%s%s\n", before, notes[i]);
}

void comparison_text(const struct comparison *comparison, bool colour, struct buffer *out) {
  struct arena arena = {0};
  size_t widths[COLUMNS];
  buffer_printf(out, "%-*s", (int)widest_name(comparison), comparison->program);
  for (uint32_t c = 0; c < comparison_columns(comparison); c++) {
    widths[c] = widest_cell(&arena, comparison, c);
    buffer_printf(out, "  %*s", (int)widths[c], columns[c].name);
  }
  buffer_puts(out, "  verdict\n");
  for (uint32_t i = 0; i < comparison->n; i++)
    text_row(&arena, comparison, &comparison->rows[i], widths, colour, out);
  put_notes(&arena, comparison, "", out);
  arena_free(&arena);
}

void comparison_markdown(const struct comparison *comparison, struct buffer *out) {
  struct arena arena = {0};
  const uint32_t n = comparison_columns(comparison);
  buffer_printf(out, "| `%s` |", comparison->program);
  for (uint32_t c = 0; c < n; c++)
    buffer_printf(out, " %s |", columns[c].name);
  buffer_puts(out, " verdict |\n|:---|");
  for (uint32_t c = 0; c < n; c++)
    buffer_puts(out, "---:|");
  buffer_puts(out, ":---|\n");
  for (uint32_t i = 0; i < comparison->n; i++) {
    const struct comparison_row *row = &comparison->rows[i];
    buffer_printf(out, "| `%s` |", row->name);
    for (uint32_t c = 0; c < n; c++)
      buffer_printf(out, " %s |", row->reason ? "" : comparison_cell(&arena, row, c));
    buffer_printf(out, " %s |\n",
                  row->reason ? row->reason : comparison_verdict(&arena, comparison, row));
  }
  put_notes(&arena, comparison, "- ", out);
  arena_free(&arena);
}

void comparison_json(const struct comparison *comparison, struct buffer *out) {
  bool first = true;
  buffer_puts(out, "[\n");
  for (uint32_t i = 0; i < comparison->n; i++) {
    if (!comparison->rows[i].result)
      continue;
    buffer_puts(out, first ? "" : ",\n");
    result_json(comparison->rows[i].result, out);
    first = false;
  }
  buffer_puts(out, "]\n");
}
