#define _GNU_SOURCE
#include "cli/shares.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/message.h"
#include "cli/progress.h"
#include "cli/signals.h"

enum { TICK_MILLISECONDS = 20, GRACE_SECONDS = 2 };

bool shares_form(struct shares *shares, const struct memory *search, uint32_t n) {
  struct team *const team = &shares->team;
  *shares = (struct shares){.is_done = must_alloc(n * sizeof *shares->is_done)};
  *team = (struct team){.members = must_alloc(n * sizeof *team->members), .n = 1};
  memset(shares->is_done, 0, n * sizeof *shares->is_done);
  memset(team->members, 0, n * sizeof *team->members);
  team->members[0].memory = *search;
  bool good = true;
  for (; good && team->n < n; team->n += good)
    good = team_hire(&team->members[team->n], search->shared);
  for (uint32_t i = 0; i < team->n; i++) {
    struct request *const request = &team->members[i].memory.shared->request;
    request->share = i;
    request->shares = team->n;
  }
  return good;
}

void shares_free(struct shares *shares) {
  for (uint32_t i = 1; i < shares->team.n; i++)
    memory_free(&shares->team.members[i].memory);
  free(shares->team.members);
  free(shares->is_done);
  *shares = (struct shares){0};
}

/* --- how far they are ------------------------------------------------------------------------- */

/* The scenario with an error, by its number; 0: there is none. */
static uint64_t failed_at(const struct shared *shared) {
  return shared->share.failed ? shared->share.failed : shared->n_errors ? shared->share.at : 0;
}

static uint64_t first_failure(const struct shares *shares) {
  uint64_t first = 0;
  for (uint32_t i = 0; i < shares->team.n; i++) {
    const uint64_t failed = failed_at(shares->team.members[i].memory.shared);
    if (failed && (!first || failed < first))
      first = failed;
  }
  return first;
}

/* Nothing that this one may still find comes first. */
static bool is_past(const struct shared *shared, uint64_t first) {
  const uint64_t failed = failed_at(shared);
  return first && (failed ? failed : shared->share.at) > first;
}

/* --- running ---------------------------------------------------------------------------------- */

static void stop_all(struct shares *shares, enum ending ending) {
  if (!shares->team.stopping)
    shares->team.ending = ending;
  shares->team.stopping = true;
  for (uint32_t i = 0; i < shares->team.n; i++)
    shares->team.members[i].memory.shared->stop = 1;
}

static void start_all(struct shares *shares, const struct program *program,
                      const struct watch *watch) {
  const uint64_t first = first_failure(shares);
  for (uint32_t i = 0; i < shares->team.n && !shares->team.stopping; i++) {
    struct member *const member = &shares->team.members[i];
    if (shares->is_done[i] || is_past(member->memory.shared, first))
      continue;
    member->memory.shared->stop = 0;
    member->supervisor = team_start_supervisor(program, &member->memory, watch);
    if (!member->supervisor)
      stop_all(shares, ENDING_FAILED);
  }
}

/* A worker that was stopped has ended so, too. */
static void share_ended(struct shares *shares, const struct program *program, uint32_t i,
                        int status) {
  const struct shared *const shared = shares->team.members[i].memory.shared;
  const enum ending ending = team_ending(status);
  shares->team.members[i].supervisor = 0;
  if (ending == ENDING_DONE)
    shares->is_done[i] = true;
  else if (ending == ENDING_FAILED && *shared->failure)
    complain("'%s' cannot be checked: %s", program->about.name, shared->failure);
  else if (ending == ENDING_FAILED && !shares->team.stopping) /* it may have been killed then */
    complain("'%s' cannot be checked: its worker was lost; -j1 says more", program->about.name);
  if (ending != ENDING_DONE && ending != ENDING_FOUND)
    stop_all(shares, ending);
}

/* How many are running still. */
static uint32_t shares_reap(struct shares *shares, const struct program *program) {
  uint32_t running = 0;
  for (uint32_t i = 0; i < shares->team.n; i++) {
    const pid_t supervisor = shares->team.members[i].supervisor;
    int status;
    if (supervisor && waitpid(supervisor, &status, WNOHANG) == supervisor)
      share_ended(shares, program, i, status);
    running += shares->team.members[i].supervisor != 0;
  }
  return running;
}

static void stop_those_past(struct shares *shares) {
  const uint64_t first = first_failure(shares);
  for (uint32_t i = 0; i < shares->team.n; i++)
    if (is_past(shares->team.members[i].memory.shared, first))
      shares->team.members[i].memory.shared->stop = 1;
}

/* Executions of scenarios that are left to others count once, where they are not left out. */
static void shares_stats(const struct shares *shares, struct rv_stats *stats) {
  *stats = (struct rv_stats){0};
  for (uint32_t i = 0; i < shares->team.n; i++) {
    const struct shared *const shared = shares->team.members[i].memory.shared;
    struct rv_stats own = shared->stats;
    own.executions -= shared->share.left_out;
    own.events -= shared->share.left_out_events;
    rv_stats_add(stats, &own);
  }
}

static void look_at_clock(struct shares *shares, struct watch *watch, double *end_at) {
  const double now = clock_seconds();
  watch->interrupted |= signals_interrupts() > 0;
  watch->time_up |= watch->deadline > 0 && now >= watch->deadline;
  if (watch->interrupted || watch->time_up)
    stop_all(shares, watch->interrupted ? ENDING_INTERRUPTED : ENDING_TIME);
  const bool pauses = watch->pauses && (watch->search_ends <= 0 || now < watch->search_ends);
  if ((watch->interrupted || (watch->time_up && !pauses)) && *end_at == 0)
    *end_at = now + GRACE_SECONDS;
  const bool overdue = *end_at > 0 && (now >= *end_at || signals_interrupts() > 1);
  for (uint32_t i = 0; overdue && i < shares->team.n; i++)
    if (shares->team.members[i].supervisor)
      kill(shares->team.members[i].supervisor, SIGKILL); /* its worker goes with it */
  struct rv_stats stats;
  if (!watch->progress)
    return;
  shares_stats(shares, &stats);
  progress_show(&stats, now);
}

static void attend(struct shares *shares, const struct program *program, struct watch *watch) {
  double end_at = 0;
  shares->team.stopping = false;
  shares->team.ending = ENDING_DONE;
  start_all(shares, program, watch);
  while (shares_reap(shares, program)) {
    signals_wait(TICK_MILLISECONDS, -1, -1);
    stop_those_past(shares);
    look_at_clock(shares, watch, &end_at);
  }
}

static bool all_are_done(const struct shares *shares) {
  bool done = true;
  for (uint32_t i = 0; i < shares->team.n; i++)
    done &= shares->is_done[i];
  return done;
}

/* All are done. Who does not know what another one has found out begins again, with all of it, as
 * one worker would have done. */
static bool begin_again(struct shares *shares) {
  struct team *const team = &shares->team;
  uint32_t *const known = must_alloc(team->n * sizeof *known);
  bool again = false;
  for (uint32_t i = 0; i < team->n; i++)
    known[i] = team->members[i].memory.shared->facts.n;
  team_gather(team);
  for (uint32_t i = 0; i < team->n; i++) {
    if (known[i] == team->facts)
      continue;
    memory_forget_explorer(&team->members[i].memory);
    memory_forget_histories(&team->members[i].memory);
    shares->is_done[i] = false;
    again = true;
  }
  free(known);
  return again;
}

enum ending shares_supervise(struct shares *shares, const struct program *program,
                             struct watch *watch) {
  do
    attend(shares, program, watch);
  while (shares->team.ending == ENDING_DONE && !first_failure(shares) &&
         (!all_are_done(shares) || begin_again(shares)));
  for (uint32_t i = 0; i < shares->team.n; i++) {
    const uint64_t peak = shares->team.members[i].memory.shared->peak_rss_kib;
    watch->peak_rss_kib = peak > watch->peak_rss_kib ? peak : watch->peak_rss_kib;
  }
  return shares->team.ending;
}

/* --- the result ------------------------------------------------------------------------------- */

static void put_first(struct shares *shares, struct memory *search, uint32_t i) {
  struct member *const members = shares->team.members;
  const struct memory other = members[i].memory;
  members[i].memory = members[0].memory;
  members[0].memory = *search = other;
}

/* Errors that come later would not have been found. The first one's search is all that counts: it
 * has begun again with the scenario that fails. */
static void take_first_failure(struct shares *shares, struct memory *search,
                               struct result *result) {
  const uint64_t first = first_failure(shares);
  for (uint32_t i = 0; i < shares->team.n; i++)
    if (failed_at(shares->team.members[i].memory.shared) == first)
      put_first(shares, search, i);
  team_gather_remarks(&shares->team);
  result->stats = search->shared->stats;
  result->stats.executions -= search->shared->share.left_out;
  result->stats.events -= search->shared->share.left_out_events;
  result->scenarios = search->shared->scenarios;
  result->histories = search->shared->histories;
  result->scenarios_largest = 0;
}

void shares_end(struct shares *shares, struct memory *search, enum ending ending,
                struct result *result) {
  struct team *const team = &shares->team;
  if (first_failure(shares)) {
    take_first_failure(shares, search, result);
    return;
  }
  team_gather(team);
  shares_stats(shares, &result->stats);
  search->shared->stats = result->stats;
  result->scenarios = result->histories = 0;
  result->scenarios_covered = search->shared->scenarios_largest;
  for (uint32_t i = 0; i < team->n; i++) {
    const struct shared *const shared = team->members[i].memory.shared;
    result->scenarios += shared->scenarios;
    result->histories += shared->histories;
    if (ending != ENDING_DONE && !shares->is_done[i] &&
        shared->scenarios_covered < result->scenarios_covered)
      result->scenarios_covered = shared->scenarios_covered;
  }
}
