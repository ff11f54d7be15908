#include "cli/simplify.h"

#include <stdlib.h>
#include <string.h>

#include "cli/near.h"
#include "cli/signals.h"
#include "cli/supervise.h"
#include "report/story.h"

/* --- simpler, and the same ------------------------------------------------------------------- */

static bool is_simpler(const struct trace *a, const struct trace *b) {
  const uint64_t of_a[] = {trace_preemptions(a), trace_switches(a), a->n_choices};
  const uint64_t of_b[] = {trace_preemptions(b), trace_switches(b), b->n_choices};
  for (unsigned i = 0; i < sizeof of_a / sizeof *of_a; i++)
    if (of_a[i] != of_b[i])
      return of_a[i] < of_b[i];
  return false;
}

static bool waits_like(const struct trace *trace, const struct trace_wait *like,
                       const struct trace *other) {
  const struct location *at = &trace->locations[like->at];
  for (uint32_t i = 0; i < other->error.n_waits; i++) {
    const struct trace_wait *wait = &other->error.waits[i];
    const struct location *there = &other->locations[wait->at];
    if (wait->kind == like->kind && at->line == there->line && strcmp(at->file, there->file) == 0)
      return true;
  }
  return false;
}

/* The same threads are deadlocked, at the same places. */
static bool same_waits(const struct trace *a, const struct trace *b) {
  if (a->error.n_waits != b->error.n_waits)
    return false;
  for (uint32_t i = 0; i < a->error.n_waits; i++)
    if (!waits_like(a, &a->error.waits[i], b) || !waits_like(b, &b->error.waits[i], a))
      return false;
  return true;
}

/* Takes the candidate if it shows the same error in a simpler way; frees what is not taken. */
static bool prefer(struct trace *candidate, struct trace *trace) {
  const bool better = candidate->error.shown && trace_same_error(candidate, trace) &&
                      same_waits(candidate, trace) && is_simpler(candidate, trace);
  if (better) {
    candidate->error.execution = trace->error.execution;
    candidate->fewest = trace->fewest;
    trace_free(trace);
    *trace = *candidate;
  } else {
    trace_free(candidate);
  }
  return better;
}

/* --- another execution ----------------------------------------------------------------------- */

/* Races and deadlocks have several places, and any of them may come last. */
static bool is_sought(const struct shared_error *found, const struct shared_error *sought) {
  const bool one_place = sought->kind != ERROR_DATA_RACE && sought->kind != ERROR_DEADLOCK;
  return found->kind == sought->kind && (!one_place || found->pc == sought->pc);
}

enum outcome { OUTCOME_FOUND, OUTCOME_NONE, OUTCOME_UNKNOWN };

/* Explores what has at most so many preemptions, and takes what it finds of the error. */
static enum outcome search_within(const struct program *program, const struct request *request,
                                  const struct shared_error *error, struct watch *watch,
                                  uint64_t bound, struct trace *trace) {
  const struct request bounded = near_request(request, bound);
  struct memory memory;
  bool found = false;
  if (!memory_new(&memory, &bounded))
    return OUTCOME_UNKNOWN;
  const enum ending ending = supervise(program, &memory, watch);
  const bool whole = ending == ENDING_DONE && (request->keep_going || !memory.shared->n_errors);
  const double deadline = watch->deadline;
  watch->deadline = 0;
  for (uint32_t i = 0; i < memory.shared->n_errors && i < SHARED_MAX_ERRORS && !found; i++) {
    struct trace candidate = {0};
    if (!is_sought(&memory.shared->errors[i], error))
      continue;
    record_found(program, &memory, request, &memory.shared->errors[i], watch, &candidate);
    found = prefer(&candidate, trace);
  }
  watch->deadline = deadline;
  memory_free(&memory);
  return found ? OUTCOME_FOUND : whole ? OUTCOME_NONE : OUTCOME_UNKNOWN;
}

static void find_fewer_preemptions(const struct program *program, const struct request *request,
                                   const struct shared_error *error, struct watch *watch,
                                   double until, struct trace *trace) {
  enum outcome outcome = OUTCOME_NONE;
  bool fewest = true;
  watch->deadline = until;
  for (uint64_t bound = 0; bound < trace_preemptions(trace) && outcome != OUTCOME_FOUND; bound++) {
    watch->time_up = false;
    fewest &= outcome == OUTCOME_NONE;
    outcome = OUTCOME_UNKNOWN;
    if (watch->interrupted || clock_seconds() >= until)
      break;
    outcome = search_within(program, request, error, watch, bound, trace);
  }
  trace->fewest = fewest && outcome != OUTCOME_UNKNOWN;
  watch->deadline = 0;
  watch->time_up = false;
}

/* --- another order of the same steps ---------------------------------------------------------- */

/* Runs the steps of the trace in another order, or fewer of them. */
static void try_schedule(const struct program *program, const struct shared_error *error,
                         const struct shared_choice *schedule, uint64_t n, struct watch *watch,
                         struct trace *trace) {
  struct trace candidate = {0};
  char why[SHARED_MESSAGE];
  if (n == trace->n_choices && memcmp(schedule, trace->choices, n * sizeof *schedule) == 0)
    return;
  record_again(program, trace, schedule, n, error, watch, &candidate, why, sizeof why);
  prefer(&candidate, trace);
}

static void leave_out_steps(const struct program *program, const struct shared_error *error,
                            struct watch *watch, struct trace *trace) {
  bool *needed = must_alloc((trace->n_choices + 2) * sizeof *needed);
  struct shared_choice *schedule = must_alloc((trace->n_choices + 1) * sizeof *schedule);
  uint64_t n = 0;
  story_needed(trace, needed);
  for (uint64_t i = 0; i < trace->n_choices; i++)
    if (needed[i + 1])
      schedule[n++] = trace->choices[i];
  try_schedule(program, error, schedule, n, watch, trace);
  free(needed);
  free(schedule);
}

static void find_fewer_switches(const struct program *program, const struct shared_error *error,
                                struct watch *watch, struct trace *trace) {
  struct shared_choice *schedule = must_alloc((trace->n_choices + 1) * sizeof *schedule);
  const uint64_t n = story_linearise(trace, schedule);
  try_schedule(program, error, schedule, n, watch, trace);
  free(schedule);
}

void simplify(const struct program *program, const struct request *request,
              const struct shared_error *error, struct watch *watch, double until,
              struct trace *trace) {
  enum { LONGEST = 200000 };
  if (!trace->error.shown || trace->n_choices > LONGEST || watch->interrupted ||
      error->kind == ERROR_NONTERMINATION || error->kind >= ERRORS_OF_PROGRAM ||
      rv_explores_graphs(&request->explorer)) /* a step says which step it reads from */
    return;
  const double soon = clock_seconds() + SIMPLIFY_SECONDS / 2;
  find_fewer_preemptions(program, request, error, watch, soon < until ? soon : until, trace);
  if (!watch->interrupted)
    leave_out_steps(program, error, watch, trace);
  if (!watch->interrupted)
    find_fewer_switches(program, error, watch, trace);
}
