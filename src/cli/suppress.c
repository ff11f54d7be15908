#include "cli/suppress.h"

#include <string.h>

#include "cli/message.h"
#include "cli/record.h"

bool suppress_open(struct suppress *suppress, const char *file) {
  struct buffer why = {0};
  const bool good = suppressions_read(&suppress->suppressions, file, &why);
  if (!good)
    complain("%s", buffer_text(&why));
  buffer_free(&why);
  return good;
}

void suppress_free(struct suppress *suppress) {
  suppressions_free(&suppress->suppressions);
  findings_free(&suppress->errors);
}

void suppress_begin(struct suppress *suppress) {
  suppress->looked = 0;
  suppress->unsure = false;
  memset(suppress->is_known, 0, sizeof suppress->is_known);
}

static uint32_t kind_of(const struct trace *trace) {
  uint32_t kind = 0;
  while (kind < ERROR_UNSUPPORTED && strcmp(error_kind_name(kind), trace->error.kind) != 0)
    kind++;
  return kind;
}

/* Takes the trace. One that a new process does not show is for findings_collect() to judge. */
static bool is_suppressed(struct suppress *suppress, struct trace *trace, bool *by_stack) {
  struct suppression *suppression =
      trace->error.refuted ? NULL : suppressions_match(&suppress->suppressions, trace, by_stack);
  const uint32_t kind = kind_of(trace);
  if (!suppression)
    trace_free(trace);
  else if (findings_add(&suppress->errors, trace))
    suppression->n[kind]++;
  return suppression != NULL;
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

void suppress_tell_uncovered(const struct suppress *suppress, struct result *result) {
  bool races = false, stops = false;
  for (uint32_t i = 0; i < suppress->errors.n; i++) {
    const uint32_t kind = kind_of(&suppress->errors.traces[i]);
    races |= kind == ERROR_DATA_RACE;
    stops |= kind != ERROR_DATA_RACE && !ends_execution(kind);
  }
  if (races)
    result_not_covered(result, "suppressed data races: the orders of their accesses are not "
                               "explored, and they may hide other races on the same memory");
  if (stops)
    result_not_covered(result, "what a thread does after a suppressed error: it is stopped there, "
                               "unless the error is a data race");
}
