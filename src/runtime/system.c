/*
 * The program as the explorer sees it: core/system.h implemented by the threads of schedule.c.
 */
#include "runtime/runtime.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "runtime/arc_counters.h"
#include "runtime/arguments.h"
#include "runtime/back_off.h"
#include "runtime/checkpoint.h"
#include "runtime/cut.h"
#include "runtime/datarace.h"
#include "runtime/deadlock.h"
#include "runtime/error.h"
#include "runtime/exit.h"
#include "runtime/handlers.h"
#include "runtime/inside.h"
#include "runtime/leaks.h"
#include "runtime/livelock.h"
#include "runtime/long_execution.h"
#include "runtime/operations.h"
#include "runtime/owners.h"
#include "runtime/processes.h"
#include "runtime/remark.h"
#include "runtime/resume.h"
#include "runtime/spinloop.h"
#include "runtime/state_cycle.h"
#include "runtime/symmetry.h"
#include "runtime/system.h"
#include "runtime/thread.h"
#include "runtime/turn.h"
#include "runtime/weak_loop.h"
#include "runtime/worker.h"

/* An error is reported even if the exploration then begins again: its schedule is valid with the
 * marks it was found with. */
static enum rv_status status(void) {
  if (rt.erroneous && !rt.shared->request.keep_going)
    return RV_ENDED;
  return rt.spun ? RV_RESTART : RV_OK;
}

/* --- reset --------------------------------------------------------------------------------------
 */

static void *run_main(void *unused) {
  (void)unused;
  if (rt.inside)
    inside_call_function();
  arguments_call_main();
}

/* The program is about to run, from the start or from a checkpoint. */
static void begin_running(void) {
  rt.plain = rt.races == RACES_REPORT       ? PLAIN_CHECKED
             : rt.races == RACES_INTERLEAVE ? PLAIN_VISIBLE
                                            : PLAIN_BOUNDED;
  rt.solo = false;
}

static void everything_back(void) {
  checkpoint_reset();
  owners_reset();
  begin_running();
  rt.steps = rt.row.before = rt.row.chosen = 0;
  rt.error = 0;
  rt.exit_status = 0;
  rt.exit_thread = 0;
  rt.exit_pc = 0;
  rt.exit_frame = NULL;
  rt.exiting = rt.erroneous = rt.failed = rt.bounded = rt.voided = false;
  rt.step = (struct rv_step){.effects = rt.effects};
}

/* The worker before this one died in the step that is about to be made again: that is what the
 * step does, and it need not be seen twice. */
static void report_deadly(struct thread *thread, const char *where) {
  int how = rt.shared->deadly_status;
  char text[64];
  if (WIFSIGNALED(how))
    snprintf(text, sizeof text, "killed by signal %d", WTERMSIG(how));
  else
    snprintf(text, sizeof text, "exit status %d", WEXITSTATUS(how));
  rt.shared->deadly_step = 0;
  error_report(ERROR_CRASH, thread->tid, thread->pc, NULL, "the process ended %s: %s", where, text);
}

static enum rv_status begin_anew(struct rv_step *begin) {
  everything_back();
  struct thread *first = thread_main(run_main);
  rt.shared->step_under_way = UNDER_WAY_RESET;
  rt.progress++;
  if (rt.shared->deadly_step == UNDER_WAY_RESET) {
    report_deadly(first, "before the first visible operation");
    first->state = THREAD_FAILED;
    rt.failed = true;
  } else
    resume(first);
  rt.shared->step_under_way = 0;
  *begin = rt.step;
  return status();
}

static enum rv_status system_reset(void *self, struct rv_step *begin) {
  (void)self;
  livelock_reset();
  return begin_anew(begin);
}

/* --- steps --------------------------------------------------------------------------------------
 */

static void system_keep(void *self, bool sure) {
  (void)self;
  checkpoint_keep(rt.steps, sure);
  processes_keep();
}

static enum rv_status replay_rest(const struct rv_replay *first, size_t stride, size_t n) {
  const uint64_t done = rt.steps;
  first = (const struct rv_replay *)((const char *)first + done * stride);
  return resume_recorded(first, stride, n - done) ? status() : RV_DIVERGED;
}

/* What is worked out when it is asked for is asked for. */
static void ask_everything(void) {
  size_t words;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    runtime_system.next(NULL, tid);
  runtime_system.enabled(NULL, &words);
}

static _Noreturn void checkpoint_is_wrong(size_t n, const void *where) {
  snprintf(rt.shared->failure, sizeof rt.shared->failure,
           "a checkpoint differs from a replay of %zu steps, in memory at %p", n, where);
  worker_quit();
}

/* Every step of a long execution would be made again for each of its checkpoints. */
enum { MAX_CHECKED = 4096 };

/* --reset=checked: the program is where a checkpoint and the steps after it have led to. The same
 * steps from the start must lead to the same state, unless facts were found meanwhile: with these
 * other accesses are events, and the search begins again. */
static void check_against_replay(const struct rv_replay *first, size_t stride, size_t n) {
  static struct remembered state = {.pieces = owners_checked_pieces};
  struct rv_step begin;
  ask_everything();
  if (n > MAX_CHECKED || !rv_facts_are_known(&rt.shared->facts) || !checkpoint_remember(&state) ||
      !checkpoint_hold(n))
    return;
  enum rv_status there = begin_anew(&begin);
  if (there == RV_OK)
    there = replay_rest(first, stride, n);
  ask_everything();
  if (there == RV_DIVERGED || (there == RV_OK && !checkpoint_as_remembered(&state, 0, 0)))
    checkpoint_is_wrong(n, state.differs);
  checkpoint_release();
  begin_running();
}

static void system_forget(void *self, uint64_t n) {
  (void)self;
  checkpoint_forget(n);
}

static enum rv_status system_back(void *self, const struct rv_replay *first, size_t stride,
                                  size_t n, uint64_t *replayed) {
  (void)self;
  struct rv_step begin;
  const bool kept = processes_back(n) || checkpoint_back(n);
  livelock_back(n);
  if (kept) {
    begin_running();
    rt.progress++;
  } else {
    enum rv_status started = begin_anew(&begin);
    if (started != RV_OK)
      return started;
  }
  *replayed = n - rt.steps;
  const enum rv_status there = replay_rest(first, stride, n);
  if (unlikely(rt.shared->request.reset == RESET_CHECKED) && kept && there == RV_OK)
    check_against_replay(first, stride, n);
  return there;
}

static enum rv_status system_step(void *self, rv_tid tid, uint32_t choice, struct rv_step *done) {
  (void)self;
  struct thread *thread = &rt.threads[tid];
  if (unlikely(thread->state != THREAD_READY)) {
    error_has_ended(tid, thread->pc);
    return RV_DIVERGED;
  }
  if (unlikely(long_execution_stops(thread))) {
    *done = rt.step;
    return status();
  }
  rt.shared->step_under_way = UNDER_WAY_STEP;
  if (unlikely(rt.shared->deadly_step == UNDER_WAY_STEP)) {
    skip_step(thread);
    report_deadly(thread, "in the middle of a step");
  } else {
    begin_planned_step(thread, choice);
    resume(thread);
  }
  rt.shared->step_under_way = 0;
  *done = rt.step;
  return status();
}

/* What race detection knows is left out: it hardly ever is the same, and the order of steps decides
 * on no data race as long as no plain memory is written by one thread and accessed by another. */
static bool races_can_matter(void) {
  return rt.races == RACES_REPORT && rt.shared->plain_shared;
}

static struct remembered compared = {.pieces = owners_compared_pieces};

static bool system_remember(void *self) {
  (void)self;
  return !rt.erroneous && !races_can_matter() && checkpoint_remember(&compared);
}

static bool system_as_remembered(void *self, const struct rv_access *except) {
  (void)self;
  static const struct rv_access nothing;
  except = except ? except : &nothing;
  if (rt.erroneous || !checkpoint_as_remembered(&compared, except->addr, except->size))
    return false;
  rt.shared->states_compared = 1;
  return true;
}

/* What race detection knows is left out here, too: data races that show only on another way to the
 * state are not found. */
static bool system_fingerprint(void *self, uint64_t fingerprint[2]) {
  (void)self;
  if (rt.erroneous)
    return false;
  return rt.shared->request.explorer.livelocks
             ? state_cycle_fingerprint(fingerprint)
             : checkpoint_fingerprint(owners_compared_pieces, fingerprint);
}

static rv_tid system_threads(void *self) {
  (void)self;
  return rt.shared->n_threads;
}

static const struct rv_op *system_next(void *self, rv_tid tid) {
  (void)self;
  static const struct rv_op none = {.kind = RV_OP_NONE};
  struct thread *thread = &rt.threads[tid];
  if (thread->state != THREAD_READY)
    return &none;
  if (unlikely(thread->trial != NULL))
    iteration_decide(thread);
  return &thread->pending;
}

static bool system_some_stand(void *self) {
  (void)self;
  uint64_t any = 0;
  for (size_t word = 0; word < (rt.high + 63) / 64; word++)
    any |= rt.ready[word];
  return any;
}

static const uint64_t *system_enabled(void *self, size_t *words) {
  (void)self;
  *words = (rt.high + 63) / 64;
  for (size_t word = 0; word < *words; word++) {
    uint64_t enabled = rt.ready[word];
    for (uint64_t left = enabled & rt.blockable[word]; left; left &= left - 1) {
      unsigned bit = (unsigned)__builtin_ctzll(left);
      struct thread *thread = &rt.threads[word * 64 + bit];
      if (!thread->blocking->can_go_on(thread))
        enabled &= ~(UINT64_C(1) << bit);
    }
    rt.enabled[word] = enabled;
  }
  return rt.enabled;
}

bool system_is_enabled(rv_tid tid) {
  size_t words;
  const uint64_t *enabled = system_enabled(NULL, &words);
  return tid / 64 < words && enabled[tid / 64] >> (tid % 64) & 1;
}

bool system_any_enabled(void) {
  size_t words;
  const uint64_t *enabled = system_enabled(NULL, &words);
  for (size_t i = 0; i < words; i++)
    if (enabled[i])
      return true;
  return false;
}

/* It sleeps, or what it waits for is not there and it need not wait for it. */
static bool system_gives_up(void *self, rv_tid tid) {
  (void)self;
  struct thread *thread = &rt.threads[tid];
  if (thread->state != THREAD_READY)
    return false;
  return thread->rested == thread->turns + 1 ||
         (thread->patience && !thread->patience->can_go_on(thread));
}

/* --- the end of an execution --------------------------------------------------------------------
 */

static uint64_t system_place(void *self, rv_tid thread) {
  (void)self;
  return rt.threads[thread].pc;
}

static rv_tid system_joins(void *self, rv_tid thread) {
  (void)self;
  const struct thread *const joiner = &rt.threads[thread];
  return joiner->state == THREAD_JOINING ? joiner->joining : RV_NO_THREAD;
}

static bool system_is_void(void *self) {
  (void)self;
  back_off_look();
  return rt.exiting ? rt.voided : turns_would_be_left() || weak_loops_would_be_left();
}

static void remark_on_unjoined(void) {
  for (rv_tid tid = 1; tid < rt.high; tid++) {
    const struct thread *thread = &rt.threads[tid];
    if (thread->state != THREAD_UNBORN && !thread->detached && !thread->joined)
      remark(REMARK_UNJOINED, rt.shared->threads[tid].created_at);
  }
}

static void judge_exit_status(void) {
  int expected = rt.shared->request.expect_exit, status = rt.exit_status & 0xff;
  if (expected != ANY_EXIT && status != expected)
    error_report(ERROR_EXIT_STATUS, rt.exit_thread, rt.exit_pc, rt.exit_frame,
                 "exit status %d where %d is expected", status, expected);
}

/* The program has ended; `whole`: none of its threads was stopped before. */
static void judge_end(bool whole) {
  if (whole && !rt.erroneous)
    remark_on_unjoined();
  if (!rt.inside)
    judge_exit_status();
  if (whole && unlikely(rt.shared->request.leaks) && !rt.erroneous)
    leaks_report();
}

/* False: one of them was stopped by an error, an assumption or a bound. */
static bool handlers_end_well(void) {
  rt.failed = rt.bounded = false;
  if (rt.inside) /* the program goes on */
    return true;
  if (status() == RV_OK && handlers_exist())
    exit_handlers_run();
  return !rt.failed && !rt.bounded;
}

/* Threads that an error, an assumption or a bound has stopped do not keep another one from ending
 * the program: what stopped them comes after their last operation, and exit could have come before
 * it. So the handlers run, and the exit status counts. Nor do they keep others from waiting for
 * each other in a circle. */
static enum rv_status system_finish(void *self, bool complete) {
  (void)self;
  symmetry_ended();
  bool ended = complete && !rt.bounded && !rt.failed;
  if (complete && (rt.exiting || !ended))
    deadlock_report_partial();
  else if (ended && (turns_would_be_left() || weak_loops_would_be_left()))
    ended = false;
  else if (ended && rt.weak && !rv_facts_are_known(&rt.shared->facts))
    ended = false; /* what was private until now has no events */
  else if (ended && !operation_of_main_waits())
    ended = !deadlock_report();
  if ((ended || (complete && rt.exiting)) && handlers_end_well() && status() != RV_ENDED)
    judge_end(ended);
  if (complete)
    arc_counters_end_execution();
  if (rt.shared->request.show_output)
    fflush(NULL);
  struct shared *shared = rt.shared;
  if (datarace_met && !shared->plain_shared) {
    shared->plain_shared = 1;
    rv_facts_add(&shared->facts, (struct rv_fact){.kind = FACT_PLAIN_SHARED},
                 shared->states_compared);
  }
  enum rv_status verdict = status();
  return verdict == RV_OK && !rv_facts_are_known(&shared->facts) ? RV_RESTART : verdict;
}

const struct rv_system runtime_system = {
    .reset = system_reset,
    .keep = system_keep,
    .back = system_back,
    .forget = system_forget,
    .step = system_step,
    .threads = system_threads,
    .twin = symmetry_twin,
    .relative = symmetry_relative,
    .told_apart = symmetry_is_none,
    .next = system_next,
    .some_stand = system_some_stand,
    .enabled = system_enabled,
    .place = system_place,
    .joins = system_joins,
    .gives_up = system_gives_up,
    .remember = system_remember,
    .as_remembered = system_as_remembered,
    .fingerprint = system_fingerprint,
    .is_void = system_is_void,
    .finish = system_finish,
};
