/* `ravel check`: make the program, search, record what broke, say it. */
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/record.h"
#include "cli/signals.h"
#include "cli/supervise.h"
#include "report/result.h"
#include "report/text.h"

struct check {
  struct options options;
  struct arena arena;
  struct program program;
  struct request request;
  struct watch watch;
  struct result result;
  struct buffer report; /* for people */
  bool colour;
};

/* --- what to check --------------------------------------------------------------------------- */

static int complain_about_files(const struct options *options) {
  uint32_t sources = 0;
  for (uint32_t i = 0; i < options->n_files; i++)
    sources += is_source(options->files[i]);
  if (options->n_files == 0)
    return complain("nothing to check: name C or C++ sources, or a program built with ravel cc");
  if (sources == options->n_files || options->n_files == 1)
    return STATUS_PASS;
  if (sources == 0)
    return complain("one program at a time; its arguments go after --");
  return complain("either sources or one program, not both; arguments go after --");
}

/* The name of a trace or a program that is made from dir/name.c is `name`. */
static const char *stem(struct arena *arena, const char *path) {
  char *copy = arena_string(arena, path), *base = basename(copy);
  char *dot = strrchr(base, '.');
  if (dot && dot != base && is_source(path))
    *dot = 0;
  return base;
}

static void describe_program(struct check *check) {
  const struct options *options = &check->options;
  struct trace_program *about = &check->program.about;
  const bool sources = is_source(options->files[0]);
  about->name = stem(&check->arena, options->files[0]);
  about->n_sources = sources ? options->n_files : 0;
  about->sources = options->files;
  about->binary = sources ? "" : options->files[0];
  about->cc = options->cc ? options->cc : "";
  about->cflags = options->cflags ? options->cflags : "";
  about->n_args = options->n_args;
  about->args = options->args;
}

static void describe_request(struct check *check) {
  const struct options *options = &check->options;
  check->request = (struct request){.task = TASK_EXPLORE,
                                    .races = options->races,
                                    .reset = options->reset,
                                    .keep_going = options->keep_going,
                                    .step_seconds = (uint32_t)options->step_seconds,
                                    .show_output = options->verbose,
                                    .explorer = {.algorithm = options->algorithm,
                                                 .order = options->order,
                                                 .seed = options->seed,
                                                 .max_executions = options->max_executions,
                                                 .max_steps = options->max_steps}};
  check->result = (struct result){.program = options->files[0],
                                  .args = options->args,
                                  .n_args = options->n_args,
                                  .request = &check->request,
                                  .max_seconds = options->max_seconds,
                                  .verdict = VERDICT_INCOMPLETE};
}

/* --- what was found -------------------------------------------------------------------------- */

/* PROGRAM.trace.json, or what the user said; further ones get -2, -3 before the ending. */
static const char *trace_path(struct check *check, uint32_t index) {
  const char *path = check->options.trace
                         ? check->options.trace
                         : arena_printf(&check->arena, "%s.trace.json", check->program.about.name);
  if (index == 0)
    return path;
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  const char *dot = strchr(*base == '.' ? base + 1 : base, '.');
  const int length = dot ? (int)(dot - path) : (int)strlen(path);
  return arena_printf(&check->arena, "%.*s-%u%s", length, path, index + 1, path + length);
}

static bool add_error(struct check *check, const struct trace *trace, const char *path) {
  struct buffer json = {0};
  trace_write(trace, &json);
  const bool good = file_write(path, &json);
  buffer_free(&json);
  struct arena *arena = &check->arena;
  const struct trace_error *error = &trace->error;
  check->result.errors[check->result.n_errors++] = (struct result_error){
      .kind = arena_string(arena, error->kind),
      .message = arena_string(arena, error->message),
      .location = error->at ? arena_string(arena, trace_place(arena, trace, error->at)) : "",
      .thread = arena_string(arena, trace_thread_name(trace, error->stack.thread)),
      .execution = error->execution,
      .trace = good ? path : NULL};
  if (check->options.quiet) {
    buffer_printf(&check->report, "%s: %s: %s\n",
                  error->at ? trace_place(arena, trace, error->at) : trace->program.name,
                  error->kind, error->message);
  } else {
    const struct text_options options = {
        .colour = check->colour, .max_events = TEXT_MAX_EVENTS, .trace_path = good ? path : NULL};
    trace_text(trace, &options, &check->report);
    buffer_putc(&check->report, '\n');
  }
  return good;
}

/* Runs the schedule of an error again, to be recorded. False: the trace could not be written. */
static bool report_error(struct check *check, const struct memory *memory, uint32_t index) {
  const struct shared *shared = memory->shared;
  const struct shared_error *error = &shared->errors[index];
  struct part schedule = memory_schedule(memory, error->schedule_first, error->schedule_length);
  struct recipe recipe = {.request = check->request,
                          .threads = shared->threads,
                          .n_threads = shared->n_threads,
                          .marks = shared->marks,
                          .n_marks = shared->n_marks,
                          .choices = schedule.first,
                          .n_choices = schedule.first ? error->schedule_length : 0,
                          .algorithm = rv_algorithm_name(check->request.explorer.algorithm),
                          .kind = (enum error_kind)error->kind,
                          .error = error};
  struct trace trace = {0};
  record_error(&check->program, &recipe, memory, &check->watch, &trace);
  trace.error.execution = error->execution;
  const bool good = add_error(check, &trace, trace_path(check, index));
  trace_free(&trace);
  part_free(&schedule);
  return good;
}

static void report_divergence(struct check *check, const char *text) {
  check->result.errors[check->result.n_errors++] =
      (struct result_error){.kind = error_kind_name(ERROR_UNSUPPORTED),
                            .message = arena_string(&check->arena, text),
                            .location = "",
                            .thread = "",
                            .execution = check->result.stats.executions + 1};
  buffer_printf(&check->report,
                "%sunsupported%s: the program is not deterministic: %s\n"
                "  the same schedule did something else when it ran again; does the program depend "
                "on time, on\n  files, or on memory that was never written?\n\n",
                style(check->colour, STYLE_BAD), style(check->colour, STYLE_PLAIN), text);
}

/* --- the run --------------------------------------------------------------------------------- */

static const char *stopped_by(enum ending ending) {
  switch (ending) {
  case ENDING_LIMIT:
    return "--max-executions";
  case ENDING_TIME:
    return "--max-seconds";
  case ENDING_INTERRUPTED:
    return "an interrupt";
  default:
    return NULL;
  }
}

static int search(struct check *check, struct memory *memory) {
  struct result *result = &check->result;
  const double begin = clock_seconds();
  check->watch.deadline = check->options.max_seconds > 0 ? begin + check->options.max_seconds : 0;
  check->watch.progress = !check->options.quiet && !check->options.verbose;
  progress_begin(begin);
  const enum ending ending = supervise(&check->program, memory, &check->watch);
  progress_end();
  check->watch.progress = false;
  check->watch.deadline = 0;
  const struct shared *shared = memory->shared;
  result->seconds = clock_seconds() - begin;
  result->peak_rss_kib = check->watch.peak_rss_kib;
  result->stats = shared->stats;
  result->fork_per_execution = shared->fork_per_execution && check->request.reset == RESET_AUTO;
  if (ending == ENDING_FAILED)
    return STATUS_USAGE;
  bool good = true;
  for (uint32_t i = 0; i < shared->n_errors && i < SHARED_MAX_ERRORS; i++)
    good &= report_error(check, memory, i);
  if (ending == ENDING_DIVERGED && result->n_errors < SHARED_MAX_ERRORS)
    report_divergence(check, shared->diverged);
  result->stopped_by = stopped_by(ending);
  result->verdict = result->n_errors     ? VERDICT_FAIL
                    : result->stopped_by ? VERDICT_INCOMPLETE
                                         : VERDICT_PASS;
  if (!check->options.quiet || result->verdict != VERDICT_FAIL)
    result_text(result, check->colour, check->options.quiet, &check->report);
  return !good                                   ? STATUS_USAGE
         : result->verdict == VERDICT_PASS       ? STATUS_PASS
         : result->verdict == VERDICT_INCOMPLETE ? STATUS_INCOMPLETE
                                                 : STATUS_ERRORS;
}

static int run(struct check *check) {
  int status = program_open(&check->program, check->options.verbose);
  if (status != STATUS_PASS) {
    if (status == STATUS_INCOMPLETE)
      check->result.stopped_by = stopped_by(ENDING_INTERRUPTED);
    return status;
  }
  struct memory memory;
  status = STATUS_USAGE;
  if (memory_new(&memory, &check->request)) {
    status = search(check, &memory);
    memory_free(&memory);
  }
  program_close(&check->program);
  return status;
}

/* The JSON goes out however the run ended, and what people read with it. */
static int finish(struct check *check, int status) {
  const char *json = check->options.json;
  if (!stream_write(check->watch.stdout_is_ours ? 2 : 1, &check->report))
    status = STATUS_USAGE;
  if (json) {
    struct buffer text = {0};
    if (status == STATUS_USAGE)
      check->result.failure = last_complaint();
    result_json(&check->result, &text);
    if (!file_write(json, &text))
      status = STATUS_USAGE;
    buffer_free(&text);
  }
  return status;
}

int command_check(int argc, char **argv) {
  struct check check = {0};
  struct options *options = &check.options;
  int status = STATUS_USAGE;
  signals_init();
  if (options_parse(options, FOR_CHECK, "check", argc, argv)) {
    if (options->help)
      status = command_help("check");
    else if (complain_about_files(options) == STATUS_PASS &&
             (!options->json || file_writable(options->json)) &&
             (!options->trace || file_writable(options->trace))) {
      check.watch.stdout_is_ours = options->json && !strcmp(options->json, "-");
      check.colour = wants_colour(check.watch.stdout_is_ours ? stderr : stdout);
      describe_program(&check);
      describe_request(&check);
      status = finish(&check, run(&check));
    }
  }
  buffer_free(&check.report);
  arena_free(&check.arena);
  options_free(options);
  return status;
}
