/* What `ravel check` is to check: the program and the search, from the options. */
#include <libgen.h>
#include <string.h>
#include <unistd.h>

#include "cli/check.h"
#include "cli/command.h"
#include "cli/jobs.h"
#include "cli/message.h"

int check_files(const struct options *options) {
  uint32_t sources = 0;
  for (uint32_t i = 0; i < options->n_files; i++)
    sources += is_source(options->files[i]);
  if (options->n_files && sources == 0 && options->flags.length)
    return complain("%s is for compiling, and '%s' is no source: give it to ravel cc, which builds "
                    "the program",
                    buffer_text(&options->flags), options->files[0]);
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
  about->input = options->input ? options->input : "";
}

static void describe_request(struct check *check) {
  const struct options *options = &check->options;
  const bool all = options->preemption_bound == ALL_BOUNDS;
  check->request =
      (struct request){.task = TASK_EXPLORE,
                       .races = options->races,
                       .volatiles = options->volatiles,
                       .files = options->files_mode,
                       .reset = options->reset,
                       .keep_going = options->keep_going || options->suppress || options->baseline,
                       .suppress = options->suppress || options->baseline,
                       .run = (uint32_t)getpid(),
                       .step_seconds = (uint32_t)options->step_seconds,
                       .timeouts = (uint32_t)options->timeouts,
                       .spurious = (uint32_t)options->spurious,
                       .nondet_low = options->nondet.low,
                       .nondet_high = options->nondet.high,
                       .void_iterations = options->void_iterations,
                       .leaks = options->leaks,
                       .tree = options->tree != NULL,
                       .saves = options->save != NULL,
                       .divides = jobs_can_be_more(options),
                       .no_heap_checks = options->no_heap_checks,
                       .expect_exit = options->expect_exit,
                       .show_output = options->verbose,
                       .input = options->input != NULL,
                       .explorer = {.algorithm = options->algorithm,
                                    .memory = options->memory,
                                    .order = options->order,
                                    .seed = options->seed,
                                    .sample = options->sample,
                                    .samples = options->samples,
                                    .depth = options->depth,
                                    .k = options->k,
                                    .context = options->context,
                                    .preemptions = all ? 1 : options->preemption_bound + 1,
                                    .deepen = all,
                                    .observers = options->observers,
                                    .symmetry = options->symmetry,
                                    .stateful = options->stateful,
                                    .livelocks = options->stateful && options->void_iterations &&
                                                 options->algorithm == RV_NAIVE,
                                    .no_sleep = options->no_sleep,
                                    .profile = options->profile,
                                    .max_executions = options->max_executions,
                                    .max_steps = options->max_steps}};
  check->result =
      (struct result){.program = options->files[0],
                      .args = options->args,
                      .n_args = options->n_args,
                      .request = &check->request,
                      .algorithm = rv_search_name(&check->request.explorer),
                      .keep_going = options->keep_going,
                      .suppressions = options->suppress ? &check->suppress.suppressions : NULL,
                      .max_seconds = options->max_seconds,
                      .verdict = VERDICT_INCOMPLETE};
}

void check_describe(struct check *check) {
  describe_program(check);
  describe_request(check);
  suppress_set_test(&check->suppress, check->program.about.name, "");
}
