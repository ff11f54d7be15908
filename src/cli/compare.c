/* `ravel compare`: one program, searched with one algorithm after the other. */
#include <stdio.h>
#include <string.h>

#include "cli/check.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/signals.h"
#include "report/comparison.h"

/* Every row of the table: what is typed, without --algorithm=, and what it means. */
static const struct {
  const char *name;
  uint32_t algorithm;
  uint64_t k;
  bool context, observers, symmetry, stateful;
} rows[] = {
    {.name = "naive", .algorithm = RV_NAIVE},
    {.name = "sleep", .algorithm = RV_SLEEP},
    {.name = "static", .algorithm = RV_STATIC},
    {.name = "dpor", .algorithm = RV_DPOR},
    {.name = "source", .algorithm = RV_SOURCE},
    {.name = "optimal", .algorithm = RV_OPTIMAL},
    {.name = "source --observers", .algorithm = RV_SOURCE, .observers = true},
    {.name = "optimal --observers", .algorithm = RV_OPTIMAL, .observers = true},
    {.name = "source --context-sensitive", .algorithm = RV_SOURCE, .context = true},
    {.name = "optimal --context-sensitive", .algorithm = RV_OPTIMAL, .context = true},
    {.name = "optimal --context-sensitive --observers",
     .algorithm = RV_OPTIMAL,
     .context = true,
     .observers = true},
    {.name = "unfold --k 1", .algorithm = RV_UNFOLD, .k = 1},
    {.name = "unfold --k optimal", .algorithm = RV_UNFOLD},
    {.name = "optimal --symmetry", .algorithm = RV_OPTIMAL, .symmetry = true},
    {.name = "dpor --stateful", .algorithm = RV_DPOR, .stateful = true},
};
enum { N_ROWS = sizeof rows / sizeof *rows };
_Static_assert((int)N_ROWS <= (int)COMPARISON_MAX_ROWS, "every row has a place");

struct compare {
  struct options options;
  struct program program;
  struct check checks[N_ROWS];
  struct comparison comparison;
  bool interrupted;
};

/* --- one row --------------------------------------------------------------------------------- */

static void describe_row(struct compare *compare, uint32_t i) {
  struct check *check = &compare->checks[i];
  struct options *options = &check->options;
  *options = compare->options;
  options->algorithm = rows[i].algorithm;
  options->k = rows[i].k;
  options->context = rows[i].context;
  options->observers = rows[i].observers;
  options->symmetry = rows[i].symmetry;
  options->stateful = rows[i].stateful;
  options->max_seconds = options->row_seconds;
  options->no_scout = true;
  options->jobs = 1; /* times are compared */
  check->silent = check->findings.as_found = true;
  check->watch.stdout_is_ours = true; /* the table is not mixed with what the program prints */
  check_describe(check);
  check->program = compare->program;
}

/* Why the row has no search of its own; NULL: it has. */
static const char *row_is_impossible(const struct compare *compare, uint32_t i) {
  return rows[i].symmetry && compare->options.races == RACES_IGNORE
             ? "--symmetry does not go with --races=ignore"
             : NULL;
}

static bool warns_of(const struct result *result, const char *begin) {
  for (uint32_t i = 0; i < result->n_warnings; i++)
    if (strncmp(result->warnings[i], begin, strlen(begin)) == 0)
      return true;
  return false;
}

/* Why the row is the same search as one without its option; NULL: it is another one. */
static const char *row_has_no_effect(uint32_t i, const struct result *result) {
  if (rows[i].symmetry && warns_of(result, "--symmetry has no effect: no two"))
    return "no effect: no two threads are alike";
  if (rows[i].symmetry && warns_of(result, "--symmetry has no effect"))
    return "no effect: the threads are told apart";
  if (rows[i].observers && warns_of(result, "--observers has no effect"))
    return "no effect: other code may read what is stored";
  if ((rows[i].context && result->uncompared) ||
      (rows[i].stateful && warns_of(result, "--stateful has no effect")))
    return "no effect: no states are compared";
  return NULL;
}

/* Whether there is a use in further rows. */
static bool run_row(struct compare *compare, uint32_t i) {
  struct check *check = &compare->checks[i];
  struct comparison_row *row = &compare->comparison.rows[i];
  describe_row(compare, i);
  row->result = &check->result;
  row->reason = row_is_impossible(compare, i);
  if (row->reason) {
    check->result.failure = row->reason;
    return true;
  }
  check_search(check);
  row->reason = row_has_no_effect(i, &check->result);
  if (check->result.fork_per_execution)
    compare->options.reset = RESET_FORK;
  compare->interrupted = check->watch.interrupted || signals_interrupts();
  return !compare->interrupted && (!check->result.failure || check->result.n_errors);
}

/* --- all rows -------------------------------------------------------------------------------- */

static void run_rows(struct compare *compare) {
  struct comparison *comparison = &compare->comparison;
  const struct options *options = &compare->options;
  *comparison = (struct comparison){
      .program = options->files[0], .max_seconds = options->row_seconds, .n = N_ROWS};
  for (uint32_t i = 0; i < N_ROWS; i++)
    comparison->rows[i].name = rows[i].name;
  uint32_t n = 0;
  while (n < N_ROWS && run_row(compare, n))
    n++;
  for (uint32_t i = n + 1; i < N_ROWS; i++)
    comparison->rows[i].reason =
        compare->interrupted ? "not run: interrupted" : "not run: the program cannot be run";
}

/* A row that is impossible says nothing about the program. */
static int status_of_rows(const struct compare *compare) {
  bool failed = false, stopped = compare->interrupted;
  for (uint32_t i = 0; i < N_ROWS; i++) {
    const struct result *result = compare->comparison.rows[i].result;
    if (!result || row_is_impossible(compare, i))
      continue;
    if (result->verdict == VERDICT_FAIL)
      return STATUS_ERRORS;
    failed |= result->failure != NULL;
    stopped |= result->verdict == VERDICT_INCOMPLETE;
  }
  return failed ? STATUS_USAGE : stopped ? STATUS_INCOMPLETE : STATUS_PASS;
}

static bool is_stdout(const char *path) {
  return path && strcmp(path, "-") == 0;
}

static bool write_with(void (*write)(const struct comparison *, struct buffer *),
                       const struct comparison *comparison, const char *path) {
  struct buffer text = {0};
  write(comparison, &text);
  const bool written = file_write(path, &text);
  buffer_free(&text);
  return written;
}

static bool tell_rows(const struct compare *compare) {
  const struct options *options = &compare->options;
  const struct comparison *comparison = &compare->comparison;
  const bool taken = is_stdout(options->json) || is_stdout(options->html);
  struct buffer table = {0};
  if (options->markdown)
    comparison_markdown(comparison, &table);
  else
    comparison_text(comparison, wants_colour(taken ? stderr : stdout, options->color), &table);
  bool told = stream_write(taken ? 2 : 1, &table);
  buffer_free(&table);
  if (options->json)
    told &= write_with(comparison_json, comparison, options->json);
  if (options->html)
    told &= write_with(comparison_html, comparison, options->html);
  return told;
}

static int compare_program(struct compare *compare) {
  /* The description of the program is the same for all rows. */
  struct check *first = &compare->checks[0];
  first->options = compare->options;
  check_describe(first);
  compare->program = first->program;
  int status = program_open(&compare->program, false);
  if (status != STATUS_PASS)
    return status;
  run_rows(compare);
  program_close(&compare->program);
  status = status_of_rows(compare);
  return tell_rows(compare) || status == STATUS_ERRORS ? status : STATUS_USAGE;
}

static int check_outputs(const struct options *options) {
  if (is_stdout(options->json) && is_stdout(options->html))
    return complain("--json and --html cannot both go to standard output");
  return (!options->json || file_writable(options->json)) &&
                 (!options->html || file_writable(options->html))
             ? STATUS_PASS
             : STATUS_USAGE;
}

int command_compare(int argc, char **argv) {
  static struct compare compare; /* too large for a stack */
  struct options *options = &compare.options;
  int status = STATUS_USAGE;
  signals_init();
  if (options_parse(options, FOR_COMPARE, "compare", argc, argv)) {
    if (options->help)
      status = command_help("compare");
    else if (check_files(options) == STATUS_PASS && check_outputs(options) == STATUS_PASS)
      status = compare_program(&compare);
  }
  for (uint32_t i = 0; i < N_ROWS; i++)
    check_free(&compare.checks[i]);
  options_free(options);
  return status;
}
