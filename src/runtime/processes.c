#define _GNU_SOURCE
#include "runtime/processes.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/channels.h"
#include "runtime/checkpoint.h"
#include "runtime/crash.h"
#include "runtime/created_files.h"
#include "runtime/held.h"
#include "runtime/operations.h"
#include "runtime/owners.h"
#include "runtime/real.h"
#include "runtime/runtime.h"
#include "runtime/worker.h"

/* How many may stay at a time. What it must have taken to come there, in nanoseconds: about as much
 * as a process costs, and a part of what it took from the start. */
enum { MAX_KEPT = 64, WORTH_KEEPING = 500000, PART = 16 };

static struct {
  struct rv_explorer *made;
  execution_function *execute;
  uint32_t kept;  /* how many stay between the worker and this process, */
  uint64_t spent; /* and what it took to come there */
  uint64_t began; /* the time that it took to make copies of what its parent has */
  bool child;
  bool there; /* where its parent stays: no step was made since */
} process;

/* For a new process that is 0. */
static uint64_t time_used(void) {
  struct timespec used;
  REAL(clock_gettime)(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

static pid_t begin_process(void) {
  const pid_t child = REAL(fork)();
  if (child < 0) {
    snprintf(rt.shared->failure, sizeof rt.shared->failure, "cannot start a process: %m");
    REAL(_exit)(70);
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    watchdog_init(rt.shared->request.step_seconds); /* timers are not inherited */
    process.child = true;
    channels_copy();
    process.began = time_used();
  }
  return child;
}

static _Noreturn void execute(void) {
  rt.shared->last_progress = process.execute(process.made);
  worker_quit();
}

/* Somebody else may have killed it, such as the kernel for want of memory: the step is made again,
 * once. */
static bool killed_from_outside(int status) {
  static uint64_t killed_at; /* one more than the events that were explored then */
  const uint64_t now = rt.shared->stats.events + 1;
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL || killed_at == now)
    return false;
  killed_at = now;
  return true;
}

static enum rv_progress await_process(pid_t child) {
  struct shared *const shared = rt.shared;
  int status;
  while (waitpid(child, &status, 0) < 0)
    ;
  if (shared->needs_graphs || *shared->failure)
    worker_quit();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && !shared->step_under_way)
    return shared->last_progress;
  if (!shared->step_under_way)
    REAL(_exit)(70); /* the runtime itself has failed, and has said why */
  if (killed_from_outside(status))
    return RV_MORE;
  shared->deadly_step = shared->step_under_way;
  shared->deadly_status = status;
  return RV_MORE;
}

/* Others would not know of them. */
static bool any_may_stay(void) {
  return !rt.shared->member.on && !rt.shared->request.tree;
}

/* Whether it takes long to come to states that no checkpoint has. A mistake costs time alone. */
static bool is_slow(void) {
  enum { LOOKED_AT = 8, SLOW = 3000000 };
  static uint32_t executions;
  static bool slow;
  if (executions < LOOKED_AT && ++executions == LOOKED_AT) {
    slow = rt.shared->request.reset == RESET_AUTO && !rt.inside && !checkpoint_is_possible() &&
           any_may_stay() && time_used() >= (uint64_t)LOOKED_AT * SLOW;
    if (slow)
      owners_reset(); /* nothing of the last execution stays open here */
  }
  return slow;
}

enum rv_progress processes_next(struct rv_explorer *made, execution_function *function) {
  if (!rt.shared->fork_per_execution && !is_slow())
    return function(made);
  process.made = made;
  process.execute = function;
  time_used(); /* finds functions of libc, which changes what dlerror() says: not while it runs */
  const pid_t child = begin_process();
  if (child == 0)
    execute();
  return await_process(child);
}

/* --- processes that stay -------------------------------------------------------------------------
 */

/* A process costs its copies, and about as much again to have them made. */
static bool is_worth_it(uint64_t used) {
  return used >= WORTH_KEEPING + 2 * process.began && used >= process.spent / PART;
}

static bool can_stay(void) {
  return process.kept < MAX_KEPT && any_may_stay() && rt.shared->n_created == 0 && held_take();
}

/* A number for the first steps of the execution that the search is in, as many as were made here;
 * 0: it has fewer. */
static uint64_t number_steps(void) {
  size_t stride, n;
  bool under_way;
  const char *at = (const char *)rv_explorer_steps(process.made, &stride, &n, &under_way);
  if (n - under_way < rt.steps)
    return 0;
  uint64_t number = 1;
  for (uint64_t i = 0; i < rt.steps; i++, at += stride) {
    const struct rv_replay *const step = (const struct rv_replay *)at;
    number ^= (uint64_t)step->thread << 32 | step->choice;
    number = (number ^ number >> 31) * UINT64_C(0x9e3779b97f4a7c15);
  }
  return number | 1;
}

/* The search goes on from here: it knows no more than it did, and nobody wants it to stop. A search
 * in execution graphs may have come to other steps that are as many. */
static bool goes_on_here(enum rv_progress progress, uint32_t facts, uint64_t steps) {
  const struct shared *const shared = rt.shared;
  return progress == RV_MORE && !shared->stop && shared->facts.n == facts &&
         rv_explorer_stats(process.made)->restarts == shared->stats.restarts && steps &&
         number_steps() == steps;
}

static void put_back(void) {
  operations_count(rv_explorer_stats(process.made));
  rt.shared->stats = *rv_explorer_stats(process.made);
  created_files_undo();
  held_put_back();
}

void processes_keep(void) {
  if (likely(!process.child))
    return;
  const uint64_t used = time_used() - process.began;
  if (!is_worth_it(used) || !can_stay())
    return;
  const uint32_t facts = rt.shared->facts.n;
  const uint64_t steps = number_steps();
  rt.shared->processes_kept++;
  process.kept++;
  process.spent += used;
  pid_t child = begin_process();
  if (child == 0)
    return;
  for (;;) {
    const enum rv_progress progress = await_process(child);
    if (!goes_on_here(progress, facts, steps)) {
      rt.shared->last_progress = progress;
      worker_quit();
    }
    put_back();
    child = begin_process();
    if (child == 0) {
      process.there = true;
      execute();
    }
  }
}

bool processes_back(uint64_t steps) {
  const bool there = process.there && rt.steps <= steps;
  process.there = false;
  return there;
}
