#include "cli/suppress.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/record.h"

bool suppress_open(struct suppress *suppress, const struct options *options) {
  struct buffer why = {0};
  suppress->baseline.grows = options->update_baseline;
  const bool good =
      (!options->suppress || suppressions_read(&suppress->suppressions, options->suppress, &why)) &&
      (!options->baseline || baseline_read(&suppress->baseline, options->baseline, &why));
  if (!good)
    complain("%s", buffer_text(&why));
  buffer_free(&why);
  return good;
}

void suppress_set_test(struct suppress *suppress, const char *program, const char *test) {
  suppress->baseline.test = (struct baseline_test){.program = program, .name = test ? test : ""};
  suppress->baseline.partial = !test;
}

void suppress_free(struct suppress *suppress) {
  suppressions_free(&suppress->suppressions);
  baseline_free(&suppress->baseline);
  findings_free(&suppress->errors);
}

void suppress_begin(struct suppress *suppress) {
  suppress->looked = 0;
  suppress->unsure = false;
  memset(suppress->is_known, 0, sizeof suppress->is_known);
}

/* Takes the trace. One that a new process does not show is for findings_collect() to judge. */
static bool is_suppressed(struct suppress *suppress, struct trace *trace, bool *by_stack) {
  const bool refuted = trace->error.refuted;
  struct suppression *suppression =
      refuted ? NULL : suppressions_match(&suppress->suppressions, trace, by_stack);
  struct known_error *known =
      refuted || suppression ? NULL : baseline_match(&suppress->baseline, trace);
  const uint32_t kind = error_kind_number(trace->error.kind), n = suppress->errors.n;
  if (!suppression && !known)
    trace_free(trace);
  else if (findings_add(&suppress->errors, trace)) {
    suppress->in_baseline[n] = known != NULL;
    if (suppression)
      suppression->n[kind]++;
    else
      known->found++;
  }
  if (known && !known->found)
    known->found = 1;
  return suppression || known;
}

bool suppress_look(struct suppress *suppress, const struct program *program,
                   const struct memory *memory, const struct request *request,
                   struct watch *watch) {
  const struct shared *shared = memory->shared;
  struct watch own = {.stdout_is_ours = watch->stdout_is_ours};
  bool all = true;
  for (; suppress->looked < shared->n_errors && suppress->looked < SHARED_MAX_ERRORS;
       suppress->looked++) {
    const struct shared_error *error = &shared->errors[suppress->looked];
    struct trace trace = {0};
    bool by_stack = false;
    record_found(program, memory, request, error, &own, &trace);
    const bool known = is_suppressed(suppress, &trace, &by_stack);
    suppress->is_known[suppress->looked] = known;
    suppress->by_stack[suppress->looked] = by_stack;
    all &= known;
  }
  watch->interrupted |= own.interrupted;
  return all;
}

void suppress_end(struct suppress *suppress, const struct shared *shared) {
  suppress->unsure = shared->n_errors >= SHARED_MAX_ERRORS;
  for (uint32_t i = 0; i < suppress->looked; i++)
    suppress->unsure |= suppress->is_known[i] && shared->errors[i].more && !suppress->by_stack[i];
}

/* The execution ends with such an error anyway. */
static bool ends_execution(uint32_t kind) {
  return kind == ERROR_DEADLOCK || kind == ERROR_LEAK || kind == ERROR_EXIT_STATUS;
}

static const char *word_for(const struct suppress *suppress) {
  return !suppress->baseline.file       ? "suppressed"
         : !suppress->suppressions.file ? "known"
                                        : "suppressed or known";
}

void suppress_tell_uncovered(const struct suppress *suppress, struct arena *arena,
                             struct result *result) {
  bool races = false, stops = false;
  for (uint32_t i = 0; i < suppress->errors.n; i++) {
    const uint32_t kind = error_kind_number(suppress->errors.traces[i].error.kind);
    races |= kind == ERROR_DATA_RACE;
    stops |= kind != ERROR_DATA_RACE && !ends_execution(kind);
  }
  if (races)
    result_not_covered(result,
                       arena_printf(arena,
                                    "%s data races: the orders of their accesses are not explored, "
                                    "and they may hide other races on the same memory",
                                    word_for(suppress)));
  if (stops)
    result_not_covered(result, arena_printf(arena,
                                            "what a thread does after a %s error: it is stopped "
                                            "there, unless the error is a data race",
                                            word_for(suppress)));
}

/* --- the baseline ---------------------------------------------------------------------------- */

void suppress_tell_known(struct suppress *suppress, bool complete, struct arena *arena,
                         struct result *result) {
  if (!suppress->baseline.file)
    return;
  if (complete)
    baseline_complete(&suppress->baseline);
  result->baseline = &suppress->baseline;
  result->known = arena_alloc(arena, SHARED_MAX_ERRORS * sizeof *result->known);
  for (uint32_t i = 0; i < suppress->errors.n; i++)
    if (suppress->in_baseline[i])
      result->known[result->n_known++] = result_error_of(arena, &suppress->errors.traces[i], NULL);
}

/* What other tests have written to the file meanwhile stays. */
static bool merge_and_write(struct baseline *baseline) {
  struct baseline others = {.grows = true};
  struct buffer why = {0}, text = {0};
  bool good = baseline_read(&others, baseline->file, &why);
  if (good) {
    baseline_merge(baseline, &others);
    baseline_write(baseline, &text);
    good = file_write(baseline->file, &text);
  } else {
    complain("%s", buffer_text(&why));
  }
  baseline_free(&others);
  buffer_free(&why);
  buffer_free(&text);
  return good;
}

bool suppress_update(struct suppress *suppress) {
  struct baseline *baseline = &suppress->baseline;
  struct arena arena = {0};
  if (!baseline->grows)
    return true;
  /* Others may be about to do the same: one after the other. */
  const int directory =
      open(dirname(arena_string(&arena, baseline->file)), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0)
    flock(directory, LOCK_EX);
  const bool good = merge_and_write(baseline);
  if (directory >= 0)
    close(directory);
  arena_free(&arena);
  return good;
}
