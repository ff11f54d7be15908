#define _GNU_SOURCE
#include "cli/scout.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/beside.h"
#include "cli/signals.h"
#include "cli/supervise.h"

enum { SAMPLES = 300 };

/* It sets out after so many seconds of the search, and may take so many. What it costs in all is
 * little beside what the search has taken by then, but for searches of a second. */
static const struct { double after, seconds; } turns[] = {{0.3, 0.5}, {4, 0.5}, {20, 2}};
enum { TURNS = sizeof turns / sizeof *turns };

/* Beside a team it gets a part of a core. */
static const double TIMES_BESIDE = 1.5;

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
  scout->said =
      mmap(NULL, sizeof *scout->said, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (scout->said == MAP_FAILED)
    scout->said = NULL;
  /* What a state is known by holds within one process. */
  scout->off = !scout->said || search->explorer.sample || search->explorer.preemptions ||
               search->explorer.stateful || rv_explores_graphs(&search->explorer);
  for (uint32_t i = 0; i < TURNS; i++)
    scout->most_seconds += turns[i].seconds;
  if (seconds > 0 && scout->most_seconds > seconds / 20)
    scout->most_seconds = seconds / 20;
}

void scout_free(struct scout *scout) {
  for (uint32_t i = 0; i < RESULT_SCOUT_PARTS; i++)
    if (scout->parts[i].made)
      memory_free(&scout->parts[i].memory);
  if (scout->said)
    munmap(scout->said, sizeof *scout->said);
  findings_free(&scout->findings);
}

double scout_next(const struct scout *scout) {
  return scout->off || scout->beside || scout->said->turns == TURNS
             ? 0
             : turns[scout->said->turns].after;
}

/* --- one part --------------------------------------------------------------------------------- */

static bool make_part(struct scout *scout, uint32_t part) {
  const struct request request = part_request(&scout->search, part);
  if (!scout->parts[part].made)
    scout->parts[part].made = memory_new(&scout->parts[part].memory, &request);
  return scout->parts[part].made;
}

/* What is shared, and where threads spin, is known from the search. Marks name threads by their
 * numbers. */
static void begin_part(struct scout *scout, uint32_t part, const struct shared *search) {
  struct shared *const shared = scout->parts[part].memory.shared;
  if (search->fork_per_execution)
    shared->request.reset = RESET_FORK;
  shared->n_threads = search->n_threads;
  memcpy(shared->threads, search->threads, sizeof shared->threads);
  shared->facts.n = search->facts.n < RV_MAX_FACTS ? search->facts.n : RV_MAX_FACTS;
  memcpy(shared->facts.at, search->facts.at, shared->facts.n * sizeof *shared->facts.at);
  scout->said->parts[part].begun = true;
}

/* Whether a step that does not end, or a loop, is one is for the search to say: schedulers that are
 * not fair make threads wait for each other that never do otherwise. */
static bool is_error(const struct trace *trace) {
  return strcmp(trace->error.kind, error_kind_name(ERROR_NONTERMINATION)) != 0 &&
         error_kind_is_of_program(trace->error.kind);
}

static bool collect(struct scout *scout, uint32_t part, const struct program *program,
                    struct watch *watch) {
  const struct memory *const memory = &scout->parts[part].memory;
  const struct request request = memory->shared->request;
  findings_collect(&scout->findings, program, memory, &request, NULL, watch);
  if (scout->findings.n && is_error(&scout->findings.traces[0]))
    return true;
  findings_free(&scout->findings);
  return false;
}

/* One part, from where it was left, until it is done or the time is up. */
static bool look(struct scout *scout, uint32_t part, const struct program *program,
                 const struct memory *search, struct watch *watch, double deadline) {
  struct memory *memory = &scout->parts[part].memory;
  if (!make_part(scout, part))
    return false;
  if (!scout->said->parts[part].begun)
    begin_part(scout, part, search->shared);
  memory->shared->stop = 0;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (scout->said->recalled)
    return false;
  watch->time_up = false;
  watch->deadline = deadline;
  const bool ended = supervise(program, memory, watch) != ENDING_TIME;
  watch->deadline = 0;
  scout->said->parts[part].done = ended && !scout->said->recalled;
  return memory->shared->n_errors && collect(scout, part, program, watch);
}

/* --- a turn ----------------------------------------------------------------------------------- */

/* True if it has found an error of the program. */
static bool set_out(struct scout *scout, const struct program *program, const struct memory *search,
                    struct watch *watch) {
  struct scouted *const said = scout->said;
  const double begun = clock_seconds(), left = scout->most_seconds - said->seconds,
               most = turns[said->turns++].seconds * (scout->is_beside ? TIMES_BESIDE : 1);
  const double end = begun + (most < left ? most : left);
  uint32_t done = 0;
  bool found = false;
  for (uint32_t i = 0; i < RESULT_SCOUT_PARTS && !found && !watch->interrupted && !said->recalled;
       i++) {
    const double now = clock_seconds();
    const bool last = i + 1 == RESULT_SCOUT_PARTS;
    if (!said->parts[i].done && now < end)
      found = look(scout, i, program, search, watch, last ? end : now + (end - now) / 2);
    said->found_in = i;
    done += said->parts[i].done;
  }
  said->seconds += clock_seconds() - begun;
  scout->off = found || done == RESULT_SCOUT_PARTS || said->seconds >= scout->most_seconds;
  return found;
}

bool scout_look(struct scout *scout, const struct program *program, const struct memory *search,
                struct watch *watch) {
  struct watch own = {.stdout_is_ours = watch->stdout_is_ours};
  const double before = scout->said->seconds;
  scout->said->found = set_out(scout, program, search, &own);
  scout->paused += scout->said->seconds - before;
  watch->interrupted |= own.interrupted;
  return scout->said->found;
}

/* --- beside a team ---------------------------------------------------------------------------- */

static void wait_until(const struct scout *scout, double when) {
  enum { TICK_MICROSECONDS = 20000 };
  while (clock_seconds() < when && !scout->said->recalled)
    usleep(TICK_MICROSECONDS);
}

static _Noreturn void be_scout(struct scout *scout, const struct program *program,
                               const struct memory *search, const struct watch *watch,
                               double begun) {
  struct watch own = {.stdout_is_ours = watch->stdout_is_ours};
  bool found = false;
  scout->is_beside = true;
  scout->most_seconds *= TIMES_BESIDE;
  while (!found && !scout->off && scout->said->turns < TURNS && !scout->said->recalled) {
    wait_until(scout, begun + turns[scout->said->turns].after);
    if (!scout->said->recalled)
      found = set_out(scout, program, search, &own);
  }
  scout->said->found = found;
  _exit(0);
}

void scout_send(struct scout *scout, const struct program *program, const struct memory *search,
                const struct watch *watch, double begun) {
  for (uint32_t i = 0; i < RESULT_SCOUT_PARTS; i++)
    if (!make_part(scout, i))
      return;
  scout->said->recalled = false;
  const pid_t started = beside_start();
  if (started == 0)
    be_scout(scout, program, search, watch, begun);
  scout->beside = started > 0 ? started : 0;
}

bool scout_is_back(const struct scout *scout) {
  return scout->said && scout->said->found && !scout->findings.n;
}

bool scout_collect(struct scout *scout, const struct program *program, struct watch *watch) {
  scout_end(scout);
  scout->said->found = collect(scout, scout->said->found_in, program, watch);
  return scout->said->found;
}

void scout_end(struct scout *scout) {
  if (scout->beside) {
    kill(scout->beside, SIGKILL); /* its worker goes with it */
    waitpid(scout->beside, NULL, 0);
    scout->off = true;
  }
  scout->beside = 0;
}

void scout_recall(struct scout *scout) {
  enum { GRACE_SECONDS = 1 };
  const double end = clock_seconds() + GRACE_SECONDS;
  if (!scout->beside)
    return;
  scout->said->recalled = true;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  for (uint32_t i = 0; i < RESULT_SCOUT_PARTS; i++)
    scout->parts[i].memory.shared->stop = 1;
  while (waitpid(scout->beside, NULL, WNOHANG) == 0) {
    if (clock_seconds() >= end) {
      scout_end(scout);
      return;
    }
    signals_wait(1, -1, -1);
  }
  scout->beside = 0;
  scout->off |= scout->said->seconds >= scout->most_seconds;
}

void scout_tell(const struct scout *scout, struct result_scout *told) {
  const struct scouted *const said = scout->said;
  if (!said)
    return;
  told->ran = said->turns > 0;
  told->found = said->found;
  told->seconds = said->seconds;
  for (uint32_t i = 0; i < RESULT_SCOUT_PARTS; i++)
    if (said->parts[i].begun) {
      told->parts[i].stats = scout->parts[i].memory.shared->stats;
      told->parts[i].done = said->parts[i].done;
    }
}
