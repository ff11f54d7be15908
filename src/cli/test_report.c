#include "cli/test_report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/signals.h"
#include "report/text.h"

struct test_outcome {
  enum verdict verdict;
  int status; /* its exit status */
  uint64_t executions, threads, errors, known, vanished;
  const char *why; /* VERDICT_INCOMPLETE */
  struct buffer parts[TEST_PARTS];
};

static bool matches_filter(const struct test_report *report, uint32_t i) {
  const char *const filter = report->check->options.filter;
  return !filter || pattern_matches(filter, report->list->cases[i].name);
}

void test_report_begin(struct test_report *report, struct check *check, struct test_list *list) {
  *report = (struct test_report){.check = check, .list = list, .begin = clock_seconds()};
  report->runs = must_alloc(list->n * sizeof *report->runs);
  report->outcomes = must_alloc(list->n * sizeof *report->outcomes);
  memset(report->runs, 0, list->n * sizeof *report->runs);
  memset(report->outcomes, 0, list->n * sizeof *report->outcomes);
  for (uint32_t i = 0; i < list->n; i++)
    report->n_chosen += matches_filter(report, i);
}

void test_report_free(struct test_report *report) {
  for (uint32_t i = 0; report->outcomes && i < report->list->n; i++)
    for (uint32_t k = 0; k < TEST_PARTS; k++)
      buffer_free(&report->outcomes[i].parts[k]);
  buffer_free(&report->json);
  buffer_free(&report->junit);
  buffer_free(&report->sarif);
  free(report->runs);
  free(report->outcomes);
}

/* --- one case -------------------------------------------------------------------------------- */

static void take_not_covered(struct result *result, struct arena *arena, const struct json *list) {
  for (const struct json *item = list ? list->first : NULL; item; item = item->next) {
    uint32_t i = 0;
    while (i < result->n_not_covered && strcmp(result->not_covered[i], item->string) != 0)
      i++;
    if (i == result->n_not_covered && item->kind == JSON_STRING &&
        strncmp(item->string, "only one thread ever ran", 24) != 0)
      result_not_covered(result, arena_string(arena, item->string));
  }
}

static enum verdict verdict_of(const char *name) {
  return strcmp(name, "pass") == 0   ? VERDICT_PASS
         : strcmp(name, "fail") == 0 ? VERDICT_FAIL
                                     : VERDICT_INCOMPLETE;
}

static const char *shortfall(struct arena *arena, const struct json *result) {
  const char *const stopped = json_member_string(result, "stopped_by"),
                    *failure = json_member_string(result, "failure");
  return *failure   ? arena_string(arena, failure)
         : *stopped ? arena_printf(arena, "stopped by %s", stopped)
                    : "the program does what is not supported";
}

/* Without a result the process was ended, by whatever it was. */
static void understand(struct test_report *report, uint32_t i) {
  struct check *const check = report->check;
  struct test_outcome *const outcome = &report->outcomes[i];
  const int status = report->runs[i].status;
  struct arena arena = {0};
  char why[128];
  const struct buffer *text = &outcome->parts[TEST_JSON];
  const struct json *result = json_read(&arena, buffer_text(text), text->length, why, sizeof why);
  outcome->status = WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_USAGE;
  if (!result) {
    outcome->verdict = VERDICT_INCOMPLETE;
    outcome->status = STATUS_USAGE;
    outcome->why = "the check was ended from outside";
  } else {
    const struct json *const errors = json_member(result, "errors");
    const struct json *const baseline = json_member(result, "baseline");
    const struct json *const known = json_member(baseline, "known");
    const struct json *const vanished = json_member(baseline, "vanished");
    outcome->verdict = verdict_of(json_member_string(result, "verdict"));
    outcome->executions = json_member_number(result, "executions");
    outcome->threads = json_member_number(result, "threads");
    outcome->errors = errors ? errors->count : 0;
    outcome->known = known ? known->count : 0;
    outcome->vanished = vanished ? vanished->count : 0;
    outcome->why = shortfall(&check->arena, result);
    take_not_covered(&check->result, &check->arena, json_member(result, "not_covered"));
  }
  arena_free(&arena);
}

void test_report_collect(struct test_report *report, uint32_t i) {
  struct test_run *const run = &report->runs[i];
  for (uint32_t k = 0; k < TEST_PARTS; k++) {
    lseek(run->parts[k], 0, SEEK_SET);
    buffer_read(&report->outcomes[i].parts[k], run->parts[k]);
    close(run->parts[k]);
  }
  understand(report, i);
}

/* In one line, whatever is in it. */
static void put_name(const char *name, struct buffer *out) {
  for (; *name; name++)
    buffer_putc(out, (unsigned char)*name < ' ' ? ' ' : *name);
}

static void tell_line(const struct test_report *report, const char *word, enum style colour,
                      const char *name, const char *more, struct buffer *out) {
  const bool coloured = report->check->look.colour;
  buffer_printf(out, "%s%s%s%*s", style(coloured, colour), word, style(coloured, STYLE_PLAIN),
                12 - (int)strlen(word), "");
  put_name(name, out);
  buffer_printf(out, "%s%s\n", *more ? ": " : "", more);
}

static void tell_outcome(const struct test_report *report, uint32_t i, struct buffer *out) {
  static const char *const words[] = {"pass", "fail", "incomplete"};
  static const enum style styles[] = {STYLE_GOOD, STYLE_BAD, STYLE_WARN};
  const struct test_outcome *const outcome = &report->outcomes[i];
  struct buffer more = {0};
  if (outcome->verdict == VERDICT_FAIL)
    buffer_printf(&more, "%s, ", counted(outcome->errors, "error"));
  if (outcome->verdict == VERDICT_INCOMPLETE)
    buffer_printf(&more, "%s, ", outcome->why);
  if (outcome->known)
    buffer_printf(&more, "%s, ", counted(outcome->known, "known error"));
  if (outcome->vanished)
    buffer_printf(&more, "%s vanished, ", counted(outcome->vanished, "known error"));
  buffer_printf(&more, "%s, ", counted(outcome->executions, "execution"));
  buffer_puts(&more, counted(outcome->threads, "thread"));
  tell_line(report, words[outcome->verdict], styles[outcome->verdict], report->list->cases[i].name,
            buffer_text(&more), out);
  buffer_free(&more);
  const bool all = report->check->options.verbose;
  if (outcome->parts[TEST_TEXT].length && (outcome->verdict != VERDICT_PASS || all))
    buffer_printf(out, "\n%s\n", buffer_text(&outcome->parts[TEST_TEXT]));
}

static void put_json(struct test_report *report, const char *name, const char *member,
                     const char *value, bool written) {
  struct json_writer json = {.out = &report->json, .first = report->json.length == 0, .depth = 2};
  json_open(&json, NULL, '{');
  json_string(&json, "test", name);
  if (written)
    json_written(&json, member, value);
  else
    json_string(&json, member, value);
  json_close(&json, '}');
}

/* What was not explored, and why. */
static void tell_left_out(struct test_report *report, uint32_t i, struct buffer *out) {
  const struct test_case *const test = &report->list->cases[i];
  const bool not_run = !test->disabled && !test->problem;
  const char *const why = test->disabled  ? "disabled"
                          : test->problem ? test->problem
                                          : "interrupted before it was run";
  report->n_disabled += test->disabled;
  report->n_failed_to_run += !test->disabled && test->problem;
  report->n_not_run += not_run;
  tell_line(report, test->disabled ? "disabled" : "incomplete", STYLE_WARN, test->name,
            test->disabled ? "" : why, out);
  put_json(report, test->name, "left_out", why, false);
  junit_skipped(report->check->result.program, test->name, why, &report->junit);
  report->counts.tests++;
  report->counts.skipped++;
}

static void put_parts(struct test_report *report, uint32_t i) {
  const struct test_outcome *const outcome = &report->outcomes[i];
  const bool failed = outcome->verdict == VERDICT_FAIL,
             short_of = outcome->verdict == VERDICT_INCOMPLETE;
  put_json(report, report->list->cases[i].name, "result",
           outcome->parts[TEST_JSON].length ? buffer_text(&outcome->parts[TEST_JSON]) : "null",
           true);
  if (outcome->parts[TEST_JUNIT].length)
    buffer_puts(&report->junit, buffer_text(&outcome->parts[TEST_JUNIT]));
  if (outcome->parts[TEST_SARIF].length)
    buffer_printf(&report->sarif, "%s%s", report->sarif.length ? "," : "",
                  buffer_text(&outcome->parts[TEST_SARIF]));
  report->counts.tests += outcome->errors ? (uint32_t)outcome->errors : 1;
  report->counts.failures += failed ? (uint32_t)outcome->errors : 0;
  report->counts.errors += short_of ? (outcome->errors ? (uint32_t)outcome->errors : 1) : 0;
}

void test_report_case(struct test_report *report, uint32_t i) {
  struct buffer out = {0};
  if (!matches_filter(report, i))
    return;
  if (report->runs[i].ended) {
    report->n[report->outcomes[i].verdict]++;
    tell_outcome(report, i, &out);
    put_parts(report, i);
  } else {
    tell_left_out(report, i, &out);
  }
  stream_write(report->check->watch.stdout_is_ours ? 2 : 1, &out);
  buffer_free(&out);
}

/* --- all of them ----------------------------------------------------------------------------- */

static enum verdict whole_verdict(const struct test_report *report) {
  return report->n[VERDICT_FAIL] ? VERDICT_FAIL
         : report->n[VERDICT_INCOMPLETE] + report->n_not_run + report->n_failed_to_run ||
                 !report->n[VERDICT_PASS]
             ? VERDICT_INCOMPLETE
             : VERDICT_PASS;
}

static int whole_status(const struct test_report *report, enum verdict verdict) {
  bool usage = report->n_failed_to_run > 0;
  for (uint32_t i = 0; i < report->list->n; i++)
    usage |= report->runs[i].ended && report->outcomes[i].status == STATUS_USAGE;
  return verdict == VERDICT_FAIL   ? STATUS_ERRORS
         : usage                   ? STATUS_USAGE
         : verdict == VERDICT_PASS ? STATUS_PASS
                                   : STATUS_INCOMPLETE;
}

static void add_count(uint32_t n, const char *what, bool *first, struct buffer *out) {
  if (n)
    buffer_printf(out, "%s%u %s", *first ? ": " : ", ", n, what);
  *first &= !n;
}

static void tell_summary(const struct test_report *report, enum verdict verdict,
                         struct buffer *out) {
  static const char *const words[] = {"pass", "fail", "incomplete"};
  static const enum style styles[] = {STYLE_GOOD, STYLE_BAD, STYLE_WARN};
  const struct result *const result = &report->check->result;
  const bool colour = report->check->look.colour;
  bool first = true;
  buffer_printf(out, "\n%s%s%s  %s, %s of %s", style(colour, styles[verdict]), words[verdict],
                style(colour, STYLE_PLAIN), result->program, counted(report->n_chosen, "test"),
                test_list_framework(report->list));
  add_count(report->n[VERDICT_PASS], "passed", &first, out);
  add_count(report->n[VERDICT_FAIL], "failed", &first, out);
  add_count(report->n[VERDICT_INCOMPLETE] + report->n_failed_to_run, "incomplete", &first, out);
  add_count(report->n_disabled, "disabled", &first, out);
  add_count(report->n_not_run, "not run", &first, out);
  buffer_putc(out, '\n');
  for (uint32_t i = 0; i < result->n_not_covered && verdict != VERDICT_FAIL; i++)
    buffer_printf(out, "  %snot covered%s  %s\n", style(colour, STYLE_WARN),
                  style(colour, STYLE_PLAIN), result->not_covered[i]);
}

/* Known errors of tests that there are no more. */
static bool tell_vanished(struct test_report *report, struct buffer *out) {
  struct suppress *const suppress = &report->check->suppress;
  const uint32_t n = report->list->n;
  const char **const names = must_alloc(n * sizeof *names);
  for (uint32_t i = 0; i < n; i++)
    names[i] = report->list->cases[i].name;
  baseline_set_tests(&suppress->baseline, names, n);
  baseline_text(&suppress->baseline, out);
  const bool good = suppress_update(suppress);
  suppress->baseline.tests = NULL;
  free(names);
  return good;
}

static bool write_json(const struct test_report *report, enum verdict verdict, const char *path) {
  static const char *const words[] = {"pass", "fail", "incomplete"};
  const struct result *const result = &report->check->result;
  struct buffer out = {0};
  struct json_writer json = {.out = &out, .first = true};
  json_open(&json, NULL, '{');
  json_string(&json, "ravel", RAVEL_VERSION);
  json_string(&json, "program", result->program);
  json_string(&json, "framework", test_list_framework(report->list));
  json_string(&json, "verdict", words[verdict]);
  json_number(&json, "passed", report->n[VERDICT_PASS]);
  json_number(&json, "failed", report->n[VERDICT_FAIL]);
  json_number(&json, "incomplete", report->n[VERDICT_INCOMPLETE] + report->n_failed_to_run);
  json_number(&json, "disabled", report->n_disabled);
  json_number(&json, "not_run", report->n_not_run);
  json_seconds(&json, "seconds", clock_seconds() - report->begin);
  json_open(&json, "tests", '[');
  buffer_puts(&out, buffer_text(&report->json));
  json.first = false;
  json_close(&json, ']');
  json_close(&json, '}');
  const bool good = file_write(path, &out);
  buffer_free(&out);
  return good;
}

static bool write_junit(struct test_report *report, const char *path) {
  struct buffer out = {0};
  report->counts.seconds = clock_seconds() - report->begin;
  junit_suites(&report->counts, &report->junit, &out);
  const bool good = file_write(path, &out);
  buffer_free(&out);
  return good;
}

static bool write_sarif(const struct test_report *report, const char *path) {
  struct buffer out = {0};
  result_sarif_with(&report->check->result, &report->sarif, &out);
  const bool good = file_write(path, &out);
  buffer_free(&out);
  return good;
}

int test_report_end(struct test_report *report) {
  const struct options *const options = &report->check->options;
  const enum verdict verdict = whole_verdict(report);
  struct result *const result = &report->check->result;
  struct buffer out = {0};
  const int status = whole_status(report, verdict);
  result->verdict = verdict;
  report->check->is_told = true;
  if (verdict == VERDICT_INCOMPLETE)
    result->stopped_by = "what some tests do, or an interrupt";
  tell_summary(report, verdict, &out);
  bool good = !options->baseline || tell_vanished(report, &out);
  good &= stream_write(report->check->watch.stdout_is_ours ? 2 : 1, &out);
  buffer_free(&out);
  if (options->json)
    good &= write_json(report, verdict, options->json);
  if (options->junit)
    good &= write_junit(report, options->junit);
  if (options->sarif)
    good &= write_sarif(report, options->sarif);
  return good || status == STATUS_ERRORS ? status : STATUS_USAGE;
}
