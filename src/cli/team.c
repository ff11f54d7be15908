#define _GNU_SOURCE
#include "cli/team.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/beside.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "cli/signals.h"
#include "report/buffer.h"

enum {
  TICK_MILLISECONDS = 100,      /* between two looks at the clock */
  REMOTE_TICK_MILLISECONDS = 1, /* while some are on other machines */
  SHORT_TICK_MILLISECONDS = 5,  /* while somebody waits for another one */
  GRACE_SECONDS = 2,            /* between asking workers to stop and killing them */
  MAX_LOST = 5,                 /* workers in a row */
  ENOUGH_TASKS = 64,            /* to know how large they are */
  SMALL_TASK = 300000,          /* nanoseconds */
  FIRST_STATUS = 16,            /* a supervisor's exit status: this and its enum ending */
};

static const double ALONE_SECONDS = 0.1;

/* MPI ends a job within a second when one of its processes is lost: members elsewhere have less
 * time to put their tasks aside. Those of the others are as they were when they were split last. */
static const double REMOTE_GRACE_SECONDS = 0.3;

/* --- members --------------------------------------------------------------------------------- */

/* What a new member has to know: the numbers of threads, and all facts. */
bool team_hire(struct member *member, const struct shared *search) {
  if (!memory_new(&member->memory, &search->request))
    return false;
  struct shared *const shared = member->memory.shared;
  shared->n_threads = search->n_threads;
  memcpy(shared->threads, search->threads, sizeof shared->threads);
  shared->facts.n = shared->facts.known = search->facts.n;
  memcpy(shared->facts.at, search->facts.at, search->facts.n * sizeof *search->facts.at);
  shared->fork_per_execution = search->fork_per_execution;
  shared->plain_shared = search->plain_shared;
  return true;
}

bool team_form(struct team *team, struct memory *search, struct tasks *tasks, uint32_t jobs) {
  *team = (struct team){.members = must_alloc(jobs * sizeof *team->members)};
  memset(team->members, 0, jobs * sizeof *team->members);
  team->members[team->n++].memory = *search;
  bool good = true;
  for (; good && team->n < jobs; team->n += good) {
    good = team_hire(&team->members[team->n], search->shared);
    team->members[team->n].remote = team->n <= remote_members() ? team->n : 0;
  }
  team->tasks = tasks ? tasks : tasks_of_one(search);
  team->settled = tasks != NULL;
  struct rv_flat piece;
  if (!tasks && team->tasks && rv_parts_are_one(&team->tasks->parts, &piece))
    buffer_add(&team->whole, (const char *)piece.at, piece.n);
  good &= team->tasks != NULL;
  team->facts = search->shared->facts.n;
  team->limit = search->shared->request.explorer.max_executions;
  search->shared->request.explorer.max_executions = 0;
  for (uint32_t i = 0; i < team->n; i++)
    team->members[i].memory.shared->member =
        (struct shared_member){.on = true, .command = getpid()};
  if (!good)
    complain("no memory for the workers of --jobs");
  return good;
}

void team_free(struct team *team) {
  for (uint32_t i = 1; i < team->n; i++)
    memory_free(&team->members[i].memory);
  if (team->n) {
    team->members[0].memory.shared->member.on = false;
    tasks_free(team->tasks);
  }
  buffer_free(&team->whole);
  free(team->members);
  *team = (struct team){0};
}

bool team_dissolve(struct team *team, struct memory *search) {
  struct part piece = memory_piece(search, team->whole.length);
  if (team->whole.length && !piece.first)
    return false;
  if (team->whole.length)
    memcpy(piece.first, team->whole.text, team->whole.length);
  part_free(&piece);
  search->shared->piece_size = team->whole.length;
  search->shared->piece_is_new = 1;
  team_free(team);
  return true;
}

const char *team_why_alone(uint32_t alone) {
  switch ((enum alone)alone) {
  case ALONE_STATE:
    return "the program may keep state that is not in its memory";
  case ALONE_HISTORIES:
    return "histories of operations are checked";
  case ALONE_NUMBERS:
    return "the order in which it meets its threads matters to this algorithm";
  case ALONE_NOT:
    break;
  }
  return NULL;
}

/* --- supervisors ----------------------------------------------------------------------------- */

pid_t team_start_supervisor(const struct program *program, struct memory *memory,
                            const struct watch *watch) {
  const pid_t supervisor = beside_start();
  if (supervisor == 0) {
    struct watch own = {.stdout_is_ours = watch->stdout_is_ours};
    _exit(FIRST_STATUS + (int)supervise(program, memory, &own));
  }
  return supervisor > 0 ? supervisor : 0;
}

enum ending team_ending(int status) {
  return WIFEXITED(status) && WEXITSTATUS(status) >= FIRST_STATUS
             ? (enum ending)(WEXITSTATUS(status) - FIRST_STATUS)
             : ENDING_FAILED;
}

static bool start(struct team *team, const struct program *program, const struct watch *watch,
                  uint32_t i) {
  struct member *const member = &team->members[i];
  struct shared *const shared = member->memory.shared;
  member->waits = false;
  member->came_at = 0;
  shared->stop = 0;
  shared->member.asked = MEMBER_ASKS_NOTHING;
  shared->member.task = shared->member.wanted = shared->member.dropped = 0;
  shared->member.command = getpid();
  if (member->remote)
    remote_start(team, i, program, watch);
  else
    member->supervisor = team_start_supervisor(program, &member->memory, watch);
  return member->supervisor != 0;
}

static void stop(struct team *team, enum ending ending) {
  if (!team->stopping)
    team->ending = ending;
  team->stopping = true;
  for (uint32_t i = 0; i < team->n; i++)
    team->members[i].memory.shared->stop = 1;
}

/* Tasks that came from a worker that is no more are gone, and whoever has one need not go on. */
static void drop_orphans(struct team *team) {
  for (uint32_t i = 0; i < team->n; i++) {
    struct shared_member *const member = &team->members[i].memory.shared->member;
    member->dropped =
        team->members[i].supervisor && member->task && !rv_parts_are_busy(&team->tasks->parts, i);
  }
}

static void fail(struct team *team, const struct program *program, const char *why) {
  complain("'%s' cannot be checked: %s", program->about.name, why);
  stop(team, ENDING_FAILED);
}

/* A worker that was lost in the middle of its work: another one does what it had to do. */
static void lose(struct team *team, const struct program *program, const struct watch *watch,
                 uint32_t i) {
  struct member *const member = &team->members[i];
  rv_parts_lost(&team->tasks->parts, i);
  drop_orphans(team);
  memory_forget_explorer(&member->memory);
  if (team->stopping)
    return;
  if (member->memory.shared->facts.n != team->facts) { /* a new explorer would go by them */
    team->outdated = true;
    stop(team, ENDING_OUTDATED);
    return;
  }
  if (*member->memory.shared->failure)
    fail(team, program, member->memory.shared->failure);
  else if (++team->lost > MAX_LOST)
    fail(team, program, "its workers end before they get anywhere");
  else if (!start(team, program, watch, i))
    stop(team, ENDING_FAILED);
}

static void ended(struct team *team, const struct program *program, const struct watch *watch,
                  uint32_t i, int status) {
  const struct shared *const shared = team->members[i].memory.shared;
  const enum ending ending = team_ending(status);
  team->members[i].supervisor = 0;
  if (ending == ENDING_OUTDATED)
    team->outdated = true;
  if (!team->alone)
    team->alone = ending == ENDING_DIVERGED ? ALONE_STATE : shared->member.alone;
  if (ending == ENDING_OUTDATED || ending == ENDING_DIVERGED || ending == ENDING_STATE_LEFT)
    stop(team, ending == ENDING_DIVERGED ? ENDING_ALONE : ending);
  else if (ending == ENDING_DONE && shared->n_errors && shared->state == WORKER_STOPPED)
    stop(team, shared->member.alone ? ENDING_ALONE : ENDING_DONE);
  else if (ending != ENDING_FOUND || rv_parts_are_busy(&team->tasks->parts, i) || !team->stopping)
    lose(team, program, watch, i);
}

static bool has_ended(struct member *member, int *status) {
  if (!member->remote)
    return waitpid(member->supervisor, status, WNOHANG) == member->supervisor;
  *status = member->status;
  return member->has_ended;
}

/* How many are running still. */
static uint32_t reap(struct team *team, const struct program *program, const struct watch *watch) {
  uint32_t running = 0;
  for (uint32_t i = 0; i < team->n; i++) {
    int status;
    if (team->members[i].supervisor && has_ended(&team->members[i], &status))
      ended(team, program, watch, i, status);
    running += team->members[i].supervisor != 0;
  }
  return running;
}

/* --- the search ------------------------------------------------------------------------------ */

/* Whether tasks are worth the messages that they take. If not, the team is given up while little is
 * lost with it. */
static void look_at_tasks(struct team *team) {
  if (team->settled || team->explored < ENOUGH_TASKS)
    return;
  team->settled = true;
  if (team->spent / team->explored < SMALL_TASK)
    stop(team, ENDING_SMALL);
}

static void look_around(struct team *team, const struct program *program) {
  const uint64_t done = team->done;
  uint64_t before;
  bool all_wait = true;
  do { /* what one has done may be what another waits for */
    before = team->done;
    for (uint32_t i = 0; i < team->n; i++) {
      team_answer(team, i);
      if (!team->alone)
        team->alone = team->members[i].memory.shared->member.alone;
    }
  } while (team->done != before);
  if (team->done != done)
    team->lost = 0;
  if (team->alone)
    stop(team, ENDING_ALONE);
  if (team->tasks->parts.trunk.bad && !team->stopping)
    fail(team, program, "a worker sent what cannot be: an error of Ravel; -j1 does without");
  if (rv_parts_are_done(&team->tasks->parts))
    stop(team, ENDING_DONE);
  look_at_tasks(team);
  team_give(team);
  for (uint32_t i = 0; i < team->n; i++)
    all_wait &= team->members[i].waits || !team->members[i].supervisor;
  if (all_wait && !team->stopping)
    fail(team, program, "all workers wait for each other: an error of Ravel; -j1 does without");
}

/* A team that stops, for what one of them has found out, has to tell those that wait for a task. */
static bool has_to_tell(const struct team *team) {
  for (uint32_t i = 0; i < team->n && team->stopping; i++)
    if (team->members[i].waits && team->members[i].supervisor)
      return true;
  return false;
}

/* The next look at the clock is when something is to be done, and not much later than the last. */
static int team_tick(const struct team *team, const struct watch *watch, double join_at) {
  const double now = clock_seconds();
  double left = watch->deadline > 0 && !team->stopping ? watch->deadline - now : 1;
  if (join_at > 0 && join_at - now < left)
    left = join_at - now;
  int most = remote_members() ? REMOTE_TICK_MILLISECONDS : TICK_MILLISECONDS;
  for (uint32_t i = 0; i < team->n; i++)
    if (team->members[i].came_at > 0)
      most = most < SHORT_TICK_MILLISECONDS ? most : SHORT_TICK_MILLISECONDS;
  if (left < 0 || has_to_tell(team))
    return 0;
  return 1000 * left < most ? 1 + (int)(1000 * left) : most;
}

static void end_by_force(struct team *team) {
  for (uint32_t i = 0; i < team->n; i++)
    if (team->members[i].supervisor && !team->members[i].remote)
      kill(team->members[i].supervisor, SIGKILL); /* its worker goes with it */
}

/* Nobody waits for them any more. */
static void forget_remote(struct team *team) {
  for (uint32_t i = 0; i < team->n; i++)
    team->members[i].has_ended |= team->members[i].remote && team->members[i].supervisor;
}

static uint64_t begun(const struct rv_stats *stats) {
  return stats->executions + stats->blocked + stats->bounded;
}

/* A worker that is slow to stop is killed, unless the search continues later. */
static void look_at_clock(struct team *team, struct watch *watch, double *end_at) {
  const double now = clock_seconds();
  watch->interrupted |= signals_interrupts() > 0;
  watch->time_up |=
      (watch->deadline > 0 && now >= watch->deadline) || (watch->enough && *watch->enough);
  if (watch->interrupted || watch->time_up)
    stop(team, watch->interrupted ? ENDING_INTERRUPTED : ENDING_TIME);
  const bool pauses = watch->pauses && (watch->search_ends <= 0 || now < watch->search_ends);
  if ((watch->interrupted || (watch->time_up && !pauses)) && *end_at == 0)
    *end_at = now + GRACE_SECONDS;
  if (*end_at > 0 && now >= *end_at - GRACE_SECONDS + REMOTE_GRACE_SECONDS)
    forget_remote(team);
  if (*end_at > 0 && (now >= *end_at || signals_interrupts() > 1))
    end_by_force(team);
  struct rv_stats stats;
  if (watch->progress || team->limit)
    team_stats(team, &stats);
  if (watch->progress)
    progress_show(&stats, now);
  if (team->limit && begun(&stats) >= team->before + team->limit)
    stop(team, ENDING_LIMIT);
}

static void start_from(struct team *team, const struct program *program, const struct watch *watch,
                       uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end && !team->stopping; i++)
    if (!start(team, program, watch, i))
      stop(team, ENDING_FAILED);
}

/* Until all workers have ended. Most facts are found soon after the first ones: when the search has
 * begun again, the first worker is alone for a moment. */
static void attend(struct team *team, const struct program *program, struct watch *watch) {
  double end_at = 0, join_at = team->outdated ? clock_seconds() + ALONE_SECONDS : 0;
  team->begun = team->stopping = team->outdated = false;
  struct rv_stats stats;
  team_stats(team, &stats);
  team->before = begun(&stats);
  start_from(team, program, watch, 0, join_at > 0 ? 1 : team->n);
  while (reap(team, program, watch)) {
    signals_wait(team_tick(team, watch, join_at), -1, -1);
    if (join_at > 0 && clock_seconds() >= join_at) {
      join_at = 0;
      start_from(team, program, watch, 1, team->n);
    }
    remote_listen(team);
    look_around(team, program);
    look_at_clock(team, watch, &end_at);
    remote_reply(team);
  }
}

/* All begin again, with what all have found out. */
static void begin_again(struct team *team) {
  rv_parts_clear(&team->tasks->parts);
  rv_parts_begin(&team->tasks->parts);
  team->whole.length = 0;
  team->explored = team->spent = 0;
  for (uint32_t i = 0; i < team->n; i++)
    team->members[i].memory.shared->bounds_met = 0;
}

static bool is_early(enum ending ending) {
  return ending == ENDING_INTERRUPTED || ending == ENDING_TIME || ending == ENDING_LIMIT ||
         ending == ENDING_SMALL;
}

enum ending team_supervise(struct team *team, const struct program *program, struct watch *watch) {
  struct shared *const search = team->members[0].memory.shared;
  struct rv_stats stats;
  do {
    attend(team, program, watch);
    team_stats(team, &stats);
    for (uint32_t i = 0; i < team->n; i++) /* who has stopped at an error has a task still */
      rv_parts_lost(&team->tasks->parts, i);
    team_gather(team);
    if (search->n_errors && !search->request.keep_going && team->ending == ENDING_OUTDATED)
      team->ending = ENDING_DONE;
    if (rv_parts_are_done(&team->tasks->parts) && is_early(team->ending))
      team->ending = ENDING_DONE; /* it was, before all had stopped */
    if (team->ending == ENDING_DONE && !rv_parts_are_done(&team->tasks->parts) &&
        !search->n_errors) {
      team->outdated = true; /* see takes_facts() */
      team->ending = ENDING_OUTDATED;
    }
    if (team->outdated) {
      team->restarts = stats.restarts + 1;
      begin_again(team);
    }
  } while (team->ending == ENDING_OUTDATED);
  search->stats = stats;
  for (uint32_t i = 0; i < team->n; i++)
    if (team->members[i].memory.shared->peak_rss_kib > watch->peak_rss_kib)
      watch->peak_rss_kib = team->members[i].memory.shared->peak_rss_kib;
  return team->ending;
}
