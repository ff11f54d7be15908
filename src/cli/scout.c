#include "cli/scout.h"

#include <string.h>

#include "cli/signals.h"
#include "cli/supervise.h"

enum { SAMPLES = 300 };

/* It sets out after so many seconds of the search, and may take so many. What it costs in all is
 * little beside what the search has taken by then, but for searches of a second. */
static const struct { double after, seconds; } turns[] = {{0.3, 0.5}, {4, 0.5}, {20, 2}};
enum { TURNS = sizeof turns / sizeof *turns };

/* Beside what the search is asked to do. The first error is enough. */
static struct request part_request(const struct request *search, uint32_t part) {
  struct request request = *search;
  request.keep_going = request.suppress = false;
  request.show_output = false;
  request.explorer = rv_options_bare(&search->explorer);
  if (part < RESULT_SCOUT_BOUNDS) {
    request.explorer.preemptions = part + 1;
  } else {
    request.explorer.sample = RV_SAMPLE_PCT;
    request.explorer.samples = SAMPLES;
  }
  return request;
}

void scout_init(struct scout *scout, const struct request *search, double seconds) {
  scout->search = *search;
  /* What a state is known by holds within one process. */
  scout->off = search->explorer.sample || search->explorer.preemptions ||
               search->explorer.stateful || rv_explores_graphs(&search->explorer);
  for (uint32_t i = 0; i < TURNS; i++)
    scout->most_seconds += turns[i].seconds;
  if (seconds > 0 && scout->most_seconds > seconds / 20)
    scout->most_seconds = seconds / 20;
}

void scout_free(struct scout *scout) {
  for (uint32_t i = 0; i < RESULT_SCOUT_PARTS; i++)
    if (scout->parts[i].begun)
      memory_free(&scout->parts[i].memory);
  findings_free(&scout->findings);
}

double scout_next(const struct scout *scout) {
  return scout->off || scout->turns == TURNS ? 0 : turns[scout->turns].after;
}

/* What is shared, and where threads spin, is known from the search. Marks name threads by their
 * numbers. */
static bool begin_part(struct scout *scout, uint32_t part, const struct shared *search) {
  struct memory *memory = &scout->parts[part].memory;
  struct request *request = &scout->parts[part].request;
  *request = part_request(&scout->search, part);
  if (search->fork_per_execution)
    request->reset = RESET_FORK;
  if (!memory_new(memory, request))
    return false;
  scout->parts[part].begun = true;
  struct shared *shared = memory->shared;
  shared->n_threads = search->n_threads;
  memcpy(shared->threads, search->threads, sizeof shared->threads);
  shared->facts.n = search->facts.n < RV_MAX_FACTS ? search->facts.n : RV_MAX_FACTS;
  memcpy(shared->facts.at, search->facts.at, shared->facts.n * sizeof *shared->facts.at);
  return true;
}

/* Whether a step that does not end, or a loop, is one is for the search to say: schedulers that are
 * not fair make threads wait for each other that never do otherwise. */
static bool is_error(const struct trace *trace) {
  return strcmp(trace->error.kind, error_kind_name(ERROR_NONTERMINATION)) != 0 &&
         error_kind_is_of_program(trace->error.kind);
}

/* One part, from where it was left, until it is done or the time is up. */
static bool look(struct scout *scout, uint32_t part, const struct program *program,
                 const struct memory *search, struct watch *watch, double deadline) {
  struct memory *memory = &scout->parts[part].memory;
  if (!scout->parts[part].begun && !begin_part(scout, part, search->shared))
    return false;
  memory->shared->stop = 0;
  watch->time_up = false;
  watch->deadline = deadline;
  scout->parts[part].done = supervise(program, memory, watch) != ENDING_TIME;
  watch->deadline = 0;
  if (!memory->shared->n_errors)
    return false;
  findings_collect(&scout->findings, program, memory, &scout->parts[part].request, NULL, watch);
  if (scout->findings.n && is_error(&scout->findings.traces[0]))
    return true;
  findings_free(&scout->findings);
  return false;
}

bool scout_look(struct scout *scout, const struct program *program, const struct memory *search,
                struct watch *watch) {
  struct watch own = {.stdout_is_ours = watch->stdout_is_ours};
  const double begun = clock_seconds(), left = scout->most_seconds - scout->seconds,
               most = turns[scout->turns++].seconds;
  const double end = begun + (most < left ? most : left);
  uint32_t done = 0;
  for (uint32_t i = 0; i < RESULT_SCOUT_PARTS && !scout->found && !own.interrupted; i++) {
    const double now = clock_seconds();
    const bool last = i + 1 == RESULT_SCOUT_PARTS;
    if (!scout->parts[i].done && now < end)
      scout->found = look(scout, i, program, search, &own, last ? end : now + (end - now) / 2);
    done += scout->parts[i].done;
  }
  scout->seconds += clock_seconds() - begun;
  scout->off = scout->found || done == RESULT_SCOUT_PARTS || scout->seconds >= scout->most_seconds;
  watch->interrupted |= own.interrupted;
  return scout->found;
}

void scout_tell(const struct scout *scout, struct result_scout *told) {
  told->ran = scout->turns > 0;
  told->found = scout->found;
  told->seconds = scout->seconds;
  for (uint32_t i = 0; i < RESULT_SCOUT_PARTS; i++)
    if (scout->parts[i].begun) {
      told->parts[i].stats = scout->parts[i].memory.shared->stats;
      told->parts[i].done = scout->parts[i].done;
    }
}
