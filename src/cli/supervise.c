#include "cli/supervise.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/message.h"

/* A search that starts workers without progress is given up. */
enum { MAX_IDLE_WORKERS = 3 };

/* How a process ended, in words: "was killed by signal 9 (Killed)". */
static void describe_status(int status, char *text, size_t size) {
  if (WIFSIGNALED(status))
    snprintf(text, size, "was killed by signal %d (%s)", WTERMSIG(status),
             strsignal(WTERMSIG(status)));
  else
    snprintf(text, size, "ended with status %d", WEXITSTATUS(status));
}

static enum ending failed(const char *program, const char *why) {
  complain("'%s' cannot be checked: %s", program, why);
  return ENDING_FAILED;
}

/* Everything that moves while a search gets on. */
static uint64_t distance(const struct shared *shared) {
  return shared->stats.executions + shared->stats.blocked + shared->stats.bounded +
         shared->stats.events + shared->stats.restarts + shared->n_errors + shared->facts.n +
         shared->fork_per_execution;
}

/* The worker ended by itself, in a state that says what to do next. */
static bool settled(const struct shared *shared, enum ending *ending) {
  switch ((enum worker_state)shared->state) {
  case WORKER_FINISHED:
  case WORKER_STOPPED:
    *ending = ENDING_DONE;
    return true;
  case WORKER_LIMIT:
    *ending = ENDING_LIMIT;
    return true;
  case WORKER_OUTDATED:
    *ending = ENDING_OUTDATED;
    return true;
  case WORKER_DIVERGED:
    *ending = ENDING_DIVERGED;
    return true;
  case WORKER_INTERRUPTED:
  case WORKER_STARTING:
  case WORKER_RUNNING:
  case WORKER_AGAIN:
    break;
  }
  return false;
}

/* Once a process has misled the search, what was explored in it is discarded. */
static bool state_left(const struct shared *shared) {
  return shared->state == WORKER_AGAIN && shared->fork_per_execution &&
         reset_is_auto(shared->request.reset);
}

/* Somebody else may have killed it, such as the kernel for want of memory: the step is made again,
 * once. */
static bool killed_from_outside(const struct shared *shared, int status, uint64_t *killed_at) {
  const uint64_t now = distance(shared) + 1;
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL || *killed_at == now)
    return false;
  *killed_at = now;
  return true;
}

/* A worker that died in the middle: if it was the program's doing, that is a finding, which the
 * next worker makes when it comes to the same step. */
static bool survivable(struct shared *shared, int status, const char *name, uint64_t *killed_at) {
  char how[64], why[128];
  if (shared->state == WORKER_AGAIN)
    return true;
  describe_status(status, how, sizeof how);
  if (shared->state == WORKER_STARTING)
    snprintf(why, sizeof why, "it %s before it began", how);
  else
    snprintf(why, sizeof why, "its process %s", how);
  if (shared->state == WORKER_STARTING || shared->step_under_way == UNDER_WAY_NOTHING) {
    failed(name, why);
    return false;
  }
  if (killed_from_outside(shared, status, killed_at))
    return true;
  shared->deadly_step = shared->step_under_way;
  shared->deadly_status = status;
  return true;
}

enum ending supervise(const struct program *program, struct memory *memory, struct watch *watch) {
  struct shared *shared = memory->shared;
  const char *name = program->about.name;
  enum ending ending;
  int status;
  uint64_t killed_at = 0; /* one more than the distance there */
  for (unsigned idle = 0; idle < MAX_IDLE_WORKERS; idle++) {
    const uint64_t before = distance(shared);
    if (!worker_run(program, memory, watch, &status))
      return ENDING_FAILED;
    if (*shared->failure)
      return failed(name, shared->failure);
    if (shared->needs_graphs)
      return ENDING_GRAPHS;
    if (settled(shared, &ending))
      return ending;
    if (state_left(shared))
      return ENDING_STATE_LEFT;
    if (watch->interrupted)
      return ENDING_INTERRUPTED;
    if (watch->time_up)
      return ENDING_TIME;
    if (shared->state == WORKER_INTERRUPTED)
      return ENDING_FOUND;
    if (!survivable(shared, status, name, &killed_at))
      return ENDING_FAILED;
    if (distance(shared) != before)
      idle = 0;
  }
  return failed(name, "no progress in any new worker process; giving up");
}
