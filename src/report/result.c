#include "report/result.h"

#include <string.h>

#include "report/error_json.h"
#include "report/estimate.h"
#include "report/json.h"
#include "report/next_step.h"
#include "report/profile.h"
#include "report/sampling.h"
#include "report/scout.h"
#include "report/text.h"
#include "report/trace.h"

static void write_options(struct json_writer *json, const struct result *result) {
  const struct request *request = result->request;
  json_open_inline(json, "options", '{');
  json_string(json, "order", rv_order_name(request->explorer.order));
  if (request->explorer.sample) {
    json_string(json, "sample", rv_sample_name(request->explorer.sample));
    json_number(json, "samples", request->explorer.samples);
  }
  if (request->explorer.sample == RV_SAMPLE_PCT)
    json_number(json, "depth", request->explorer.depth);
  if (request->explorer.sample || request->explorer.order == RV_RANDOM)
    json_number(json, "seed", request->explorer.seed);
  if (request->explorer.algorithm == RV_UNFOLD && request->explorer.k)
    json_number(json, "k", request->explorer.k);
  else if (request->explorer.algorithm == RV_UNFOLD)
    json_string(json, "k", "optimal");
  json_bool(json, "context_sensitive", request->explorer.context);
  json_bool(json, "observers", request->explorer.observers);
  json_bool(json, "symmetry", request->explorer.symmetry);
  json_bool(json, "stateful", request->explorer.stateful);
  json_bool(json, "no_sleep_sets", request->explorer.no_sleep);
  json_bool(json, "void_iterations", request->void_iterations);
  if (request->explorer.deepen)
    json_string(json, "preemption_bound", "auto");
  else if (request->explorer.preemptions)
    json_number(json, "preemption_bound", request->explorer.preemptions - 1);
  json_string(json, "races", races_name(request->races));
  json_string(json, "memory", rv_memory_model_name((enum rv_memory_model)request->explorer.memory));
  json_string(json, "reset", reset_name(request->reset));
  json_string(json, "files", files_name(request->files));
  json_bool(json, "keep_going", result->keep_going);
  if (result->suppressions)
    json_string(json, "suppress", result->suppressions->file);
  if (result->baseline)
    json_string(json, "baseline", result->baseline->file);
  json_bool(json, "leaks", request->leaks);
  json_bool(json, "no_heap_checks", request->no_heap_checks);
  if (request->expect_exit == ANY_EXIT)
    json_string(json, "expect_exit", "any");
  else
    json_number(json, "expect_exit", (uint64_t)request->expect_exit);
  json_number(json, "max_executions", request->explorer.max_executions);
  json_seconds(json, "max_seconds", result->max_seconds);
  json_number(json, "max_steps", request->explorer.max_steps);
  json_number(json, "step_seconds", request->step_seconds);
  json_number(json, "timeouts", request->timeouts);
  json_number(json, "spurious", request->spurious);
  json_close(json, '}');
}

static void write_sentences(struct json_writer *json, const char *name,
                            const char *const *sentences, uint32_t n) {
  json_open(json, name, '[');
  for (uint32_t i = 0; i < n; i++)
    json_string(json, NULL, sentences[i]);
  json_close(json, ']');
}

void result_warn(struct result *result, const char *text) {
  if (result->n_warnings < RESULT_MAX_WARNINGS)
    result->warnings[result->n_warnings++] = text;
}

void result_note(struct result *result, const char *text) {
  if (result->n_notes < RESULT_MAX_WARNINGS)
    result->notes[result->n_notes++] = text;
}

uint32_t result_errors(const struct result *result) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < result->n_errors; i++)
    n += error_kind_is_of_program(result->errors[i].kind);
  return n;
}

const struct result_error *result_first_error(const struct result *result) {
  uint32_t i = 0;
  while (!error_kind_is_of_program(result->errors[i].kind))
    i++;
  return &result->errors[i];
}

void result_not_covered(struct result *result, const char *text) {
  if (result->n_not_covered < RESULT_MAX_NOT_COVERED)
    result->not_covered[result->n_not_covered++] = text;
}

const char *result_shortfall(const struct result *result, struct arena *arena) {
  if (result->failure)
    return result->failure;
  if (result->verdict != VERDICT_INCOMPLETE)
    return NULL;
  return arena_printf(arena,
                      "stopped by %s: not every execution was explored, nothing wrong so far",
                      result->stopped_by ? result->stopped_by : "what is not supported");
}

/* One of them can't be called by its name in C; another one is no data race. */
static const char *statistic_name(const char *name) {
  return strcmp(name, "void_") == 0 ? "void" : strcmp(name, "races") == 0 ? "conflicts" : name;
}

void result_json(const struct result *result, struct buffer *out) {
  static const char *const verdicts[] = {"pass", "fail", "incomplete"};
  struct json_writer json = {.out = out, .first = true};
  json_open(&json, NULL, '{');
  json_string(&json, "ravel", RAVEL_VERSION);
  json_string(&json, "program", result->program);
  json_open_inline(&json, "args", '[');
  for (uint32_t i = 0; i < result->n_args; i++)
    json_string(&json, NULL, result->args[i]);
  json_close(&json, ']');
  json_string(&json, "algorithm", result->algorithm);
  write_options(&json, result);
  json_string(&json, "verdict", verdicts[result->verdict]);
  if (result->failure)
    json_string(&json, "failure", result->failure);
  if (result->stopped_by)
    json_string(&json, "stopped_by", result->stopped_by);
#define WRITE_STATISTIC(name, what) json_number(&json, statistic_name(#name), result->stats.name);
  RV_STATISTICS(WRITE_STATISTIC)
#undef WRITE_STATISTIC
  if (result->stats.bounds)
    json_number(&json, "complete_bound", result->stats.bounds - 1);
  if (result->scenarios) {
    json_number(&json, "scenarios", result->scenarios);
    json_number(&json, "histories", result->histories);
    if (result->seconds > 0)
      json_number(&json, "histories_per_second",
                  (uint64_t)((double)result->histories / result->seconds));
    if (result->scenarios_largest) {
      json_number(&json, "operations_covered", result->scenarios_covered);
      json_number(&json, "operations_largest", result->scenarios_largest);
    }
  }
  if (result->functions) {
    json_number(&json, "functions", result->functions);
    json_number(&json, "functions_reached", result->functions_reached);
  }
  struct estimate estimate;
  if (estimate_search(&result->stats, &estimate))
    estimate_json(&estimate, &json);
  sampling_json(result, &json);
  scout_json(&result->scout, &json);
  if (result->request->explorer.profile)
    profile_json(&result->profile, &json);
  json_seconds(&json, "seconds", result->seconds);
  json_number(&json, "peak_rss_kib", result->peak_rss_kib);
  if (result->fork_per_execution)
    json_string(&json, "process_per_execution", result->why_forked);
  if (result->why_replayed)
    json_string(&json, "replays_from_start", result->why_replayed);
  if (result->processes_kept)
    json_number(&json, "processes_kept", result->processes_kept);
  errors_json(result, &json);
  if (result->suppressions)
    suppressions_json(result->suppressions, &json);
  if (result->baseline)
    baseline_json(result->baseline, &json);
  write_sentences(&json, "not_covered", result->not_covered, result->n_not_covered);
  write_sentences(&json, "warnings", result->warnings, result->n_warnings);
  write_sentences(&json, "notes", result->notes, result->n_notes);
  json_close(&json, '}');
}

/* " but 2 suppressed errors and 1 known error" */
static void but_suppressed(const struct result *result, struct buffer *out) {
  const uint32_t n = result->suppressions ? suppressions_count(result->suppressions) : 0;
  const uint32_t known = result->baseline ? baseline_found(result->baseline) : 0;
  if (n)
    buffer_printf(out, " but %s", counted(n, "suppressed error"));
  if (known)
    buffer_printf(out, " %s %s", n ? "and" : "but", counted(known, "known error"));
  buffer_putc(out, '\n');
}

static void verdict_line(const struct result *result, bool colour, struct buffer *out) {
  const char *plain = style(colour, STYLE_PLAIN);
  if (result->verdict == VERDICT_PASS)
    buffer_printf(out, "%spass%s  %s: every execution explored, nothing wrong",
                  style(colour, STYLE_GOOD), plain, result->program);
  else if (result->verdict == VERDICT_FAIL)
    buffer_printf(out, "%sfail%s  %s: %s", style(colour, STYLE_BAD), plain, result->program,
                  counted(result_errors(result), "error"));
  else if (result->failure && result->n_errors)
    buffer_printf(out, "%sincomplete%s  %s: the program does what is not supported",
                  style(colour, STYLE_WARN), plain, result->program);
  else
    buffer_printf(out, "%sincomplete%s  %s: stopped by %s, nothing wrong so far",
                  style(colour, STYLE_WARN), plain, result->program, result->stopped_by);
  if (result->n_errors)
    buffer_putc(out, '\n');
  else
    but_suppressed(result, out);
}

static void not_covered_lines(const struct result *result, bool colour, struct buffer *out) {
  for (uint32_t i = 0; i < result->n_not_covered; i++)
    buffer_printf(out, "  %snot covered%s  %s\n", style(colour, STYLE_WARN),
                  style(colour, STYLE_PLAIN), result->not_covered[i]);
}

static const char *advice(const struct result *result) {
  const struct request *request = result->request;
  if (result->verdict == VERDICT_FAIL)
    return result->keep_going ? NULL : "--keep-going looks for further errors";
  if (result->verdict == VERDICT_INCOMPLETE && result->n_errors)
    return result->failure || result->keep_going
               ? "nothing is said about the executions that were not explored"
               : "nothing is said about the executions that were not explored; --keep-going "
                 "explores those that are not too long";
  if (result->verdict == VERDICT_INCOMPLETE && request->explorer.sample)
    return "only these samples are covered; another --seed draws others";
  if (result->verdict == VERDICT_INCOMPLETE)
    return "not every execution was explored; a smaller program has fewer: fewer threads, fewer "
           "rounds";
  if (result->stats.assumed)
    return "this covers every schedule of this input in which the program's assumptions hold";
  return "this covers every schedule of this input; other inputs are other runs";
}

static void notes(const struct result *result, bool colour, struct buffer *out) {
  for (uint32_t i = 0; i < result->n_warnings; i++)
    buffer_printf(out, "  %swarning%s     %s\n", style(colour, STYLE_WARN),
                  style(colour, STYLE_PLAIN), result->warnings[i]);
  for (uint32_t i = 0; i < result->n_notes; i++)
    buffer_printf(out, "  note        %s\n", result->notes[i]);
  if (result->fork_per_execution)
    buffer_printf(out, "  note        every execution had a process of its own: the program %s\n",
                  result->why_forked);
  if (result->uncompared)
    buffer_printf(out, "  note        --context-sensitive compares no states: %s\n",
                  result->uncompared);
  if (result->n_errors == SHARED_MAX_ERRORS)
    buffer_printf(out,
                  "  note        the list is full, it takes %d errors at most: there may be "
                  "more\n",
                  SHARED_MAX_ERRORS);
}

/* What researchers want to know. */
static void statistics(const struct result *result, struct buffer *out) {
  const struct rv_stats *stats = &result->stats;
  if (result->why_replayed)
    buffer_printf(out,
                  "  replays     from the start: the program calls %s(), whose state no checkpoint "
                  "has\n",
                  result->why_replayed);
  if (result->processes_kept)
    buffer_printf(out, "  replays     from %s processes, too, that stayed at states on the way\n",
                  grouped(result->processes_kept));
  buffer_printf(out, "  events      %s, %s more replayed\n", grouped(stats->events),
                grouped(stats->replayed));
  if (stats->races)
    buffer_printf(out, "  conflicts   %s between steps, %s reversed\n", grouped(stats->races),
                  grouped(stats->reversed));
  if (stats->sleep_hits || stats->tree_peak)
    buffer_printf(out, "  reduction   %s at most, %s now; %s asleep\n",
                  counted(stats->tree_peak, "wakeup-tree node"), grouped(stats->tree_nodes),
                  counted(stats->sleep_hits, "step"));
  if (stats->checks)
    buffer_printf(out, "  checks      %s of two orders, %s reached the same state\n",
                  grouped(stats->checks), grouped(stats->same));
  if (stats->unfold_peak)
    buffer_printf(out, "  unfolding   %s at most, %s in conflict; %s, %s tried\n",
                  counted(stats->unfold_peak, "event"), grouped(stats->extensions),
                  counted(stats->combs, "comb"), counted(stats->combinations, "combination"));
}

static void executions_line(const struct result *result, struct buffer *out) {
  const struct rv_stats *stats = &result->stats;
  buffer_printf(out, "  executions  %s", grouped(stats->executions));
  buffer_printf(out, ", %s blocked", grouped(stats->blocked));
  if (result->request->explorer.context || result->request->explorer.stateful)
    buffer_printf(out, ", %s pruned", grouped(stats->pruned));
  if (result->request->explorer.stateful)
    buffer_printf(out, ", %s", counted(stats->states, "state"));
  if (stats->bounded)
    buffer_printf(out, ", %s cut", grouped(stats->bounded));
  if (stats->void_)
    buffer_printf(out, ", %s void", grouped(stats->void_));
  if (result->seconds > 0.05 && stats->executions)
    buffer_printf(out, ", %s per second",
                  grouped((uint64_t)((double)stats->executions / result->seconds)));
  buffer_putc(out, '\n');
}

static void estimate_line(const struct result *result, struct buffer *out) {
  struct estimate estimate;
  if (result->verdict != VERDICT_INCOMPLETE || !estimate_search(&result->stats, &estimate) ||
      estimate.high < (double)result->stats.executions + 1)
    return;
  if (estimate.executions >= ESTIMATE_MOST) {
    buffer_printf(out, "  estimate    more than %s executions in all\n",
                  estimate_rounded(estimate.low));
    return;
  }
  buffer_printf(out, "  estimate    about %s executions in all (between %s and %s), some %s more\n",
                estimate_rounded(estimate.executions), estimate_rounded(estimate.low),
                estimate_rounded(estimate.high),
                estimate_duration(estimate_seconds_left(&result->stats, result->seconds)));
}

void result_text(const struct result *result, bool colour, enum result_detail detail,
                 struct buffer *out) {
  const struct rv_stats *stats = &result->stats;
  verdict_line(result, colour, out);
  if (result->verdict != VERDICT_FAIL)
    not_covered_lines(result, colour, out);
  if (result->suppressions)
    suppressions_text(result->suppressions, out);
  if (result->baseline)
    baseline_text(result->baseline, out);
  if (detail == RESULT_BRIEF)
    return;
  executions_line(result, out);
  estimate_line(result, out);
  if (stats->bounds)
    buffer_printf(out, "  bound       every execution with at most %s explored\n",
                  counted(stats->bounds - 1, "preemption"));
  if (result->scenarios)
    buffer_printf(out, "  histories   %s different in %s\n", grouped(result->histories),
                  counted(result->scenarios, "scenario"));
  if (result->scenarios_largest && result->verdict != VERDICT_FAIL)
    buffer_printf(out, "  covered     all scenarios with at most %s%s\n",
                  counted(result->scenarios_covered, "operation"),
                  result->scenarios_covered < result->scenarios_largest ? ", and some larger ones"
                                                                        : "");
  if (result->functions)
    buffer_printf(out, "  coverage    %u of %s reached; gcov and lcov show the lines\n",
                  result->functions_reached, counted(result->functions, "function"));
  sampling_text(result, out);
  scout_text(&result->scout, out);
  if (result->request->explorer.profile)
    profile_text(&result->profile, out);
  if (stats->threads)
    buffer_printf(out, "  longest     %s, %s\n", counted(stats->longest, "event"),
                  counted(stats->threads, "thread"));
  if (detail == RESULT_ALL)
    statistics(result, out);
  buffer_printf(out, "  cost        %.2f s, %s MiB at most, algorithm %s\n", result->seconds,
                grouped((result->peak_rss_kib + 1023) / 1024), result->algorithm);
  notes(result, colour, out);
  if (result->verdict == VERDICT_INCOMPLETE && estimate_is_open(stats))
    profile_growth(&result->begin, stats, out);
  profile_line(&result->begin, out);
  const char *next = advice(result);
  if (next)
    buffer_printf(out, "%s%s%s\n", style(colour, STYLE_FAINT), next, style(colour, STYLE_PLAIN));
  next_step_text(result, out);
}
