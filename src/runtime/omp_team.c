#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "runtime/checkpoint.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/omp.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/signals.h"
#include "runtime/spinloop.h"

static struct omp_thread threads[SHARED_MAX_THREADS];
static rv_tid used; /* those below this number */
static struct omp_settings settings;

struct omp_thread *omp_self(void) {
  const rv_tid tid = rt.current->tid;
  used = tid < used ? used : tid + 1;
  return &threads[tid];
}

bool omp_is_shared(const struct omp_thread *self) {
  return self->team && self->team->size > 1;
}

/* OMP_SCHEDULE, as the specification has it: a kind, and a chunk after a comma. */
static void schedule_by_default(struct omp_settings *to) {
  const char *const wanted = getenv("OMP_SCHEDULE");
  const char *const comma = wanted ? strchr(wanted, ',') : NULL;
  const long chunk = comma ? strtol(comma + 1, NULL, 10) : 0;
  to->schedule = SHARED_DYNAMIC;
  if (wanted && strcasestr(wanted, "static"))
    to->schedule = SHARED_STATIC;
  else if (wanted && strcasestr(wanted, "guided"))
    to->schedule = SHARED_GUIDED;
  to->chunk = chunk > 0 ? (uint32_t)chunk : to->schedule != SHARED_STATIC;
}

static uint32_t threads_by_default(void) {
  const char *const wanted = getenv("OMP_NUM_THREADS");
  const long n = wanted ? strtol(wanted, NULL, 10) : 0;
  return n > 0 && n <= OMP_MAX_TEAM ? (uint32_t)n : OMP_DEFAULT_TEAM;
}

struct omp_settings *omp_settings(void) {
  if (!settings.threads) {
    settings = (struct omp_settings){.threads = threads_by_default(), .levels = 1};
    schedule_by_default(&settings);
  }
  return &settings;
}

/* --- waiting -------------------------------------------------------------------------------------
 */

static bool round_is_over(struct thread *thread) {
  const struct omp_thread *const self = &threads[thread->tid];
  return self->team->round != self->round;
}

static void describe_round(const struct thread *thread, struct shared_wait *wait) {
  const struct omp_team *const team = threads[thread->tid].team;
  wait->kind = WAIT_TEAM;
  wait->object = 0;
  wait->missing = team->size - team->arrived;
}

static bool all_are_through(struct thread *thread) {
  const struct omp_team *const team = threads[thread->tid].team;
  return team->finished == team->size - 1;
}

static void describe_end(const struct thread *thread, struct shared_wait *wait) {
  const struct omp_team *const team = threads[thread->tid].team;
  wait->kind = WAIT_TEAM;
  wait->object = 0;
  wait->missing = team->size - 1 - team->finished;
}

static bool has_job(struct thread *thread) {
  return threads[thread->tid].job;
}

static void describe_idle(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_TEAM;
  wait->object = 0;
}

static const struct blocking until_round_is_over = {round_is_over, describe_round};
static const struct blocking until_all_are_through = {all_are_through, describe_end};
static const struct blocking until_there_is_a_job = {has_job, describe_idle};

/* --- barriers ------------------------------------------------------------------------------------
 */

/* To arrive is to add; the last one ends the round, and to leave is to look. */
void omp_barrier(uint64_t pc) {
  struct omp_thread *const self = omp_self();
  struct omp_team *const team = self->team;
  omp_tasks_run(pc);
  if (!omp_is_shared(self))
    return;
  uint64_t *const word = &team->rounds[team->round % 2];
  not_spinning();
  object_access(word, sizeof *word, RV_ADD, RV_OP_RELEASES, pc);
  performed(0);
  object_release(word);
  self->round = team->round;
  record_access(RECORD_ARRIVE, (uintptr_t)word, sizeof *word, ++team->arrived, team->size, pc);
  if (team->arrived == team->size) {
    team->arrived = 0;
    team->round++;
  }
  object_await(word, sizeof *word, RV_READ, 0, &until_round_is_over, pc);
  object_acquire(word);
  performed(0);
  record_access(RECORD_LEAVE, (uintptr_t)word, sizeof *word, 0, 0, pc);
}

EXPORT void GOMP_barrier(void);
EXPORT void GOMP_barrier(void) {
  if (rt.current)
    omp_barrier(CALLER);
  else
    REAL(GOMP_barrier)();
}

/* --- cancellation --------------------------------------------------------------------------------
 */

/* It has no effect unless OMP_CANCELLATION says so. */
static bool cancels(const char *function, uint64_t pc, void *frame) {
  const char *const on = getenv("OMP_CANCELLATION");
  if (on && strcasecmp(on, "true") == 0)
    unsupported(function, pc, frame);
  return false;
}

EXPORT bool GOMP_cancel(int which, bool wanted);
EXPORT bool GOMP_cancel(int which, bool wanted) {
  return rt.current ? cancels("GOMP_cancel with OMP_CANCELLATION", CALLER, FRAME)
                    : REAL(GOMP_cancel)(which, wanted);
}

EXPORT bool GOMP_cancellation_point(int which);
EXPORT bool GOMP_cancellation_point(int which) {
  return rt.current ? false : REAL(GOMP_cancellation_point)(which);
}

EXPORT bool GOMP_barrier_cancel(void);
EXPORT bool GOMP_barrier_cancel(void) {
  if (!rt.current)
    return REAL(GOMP_barrier_cancel)();
  omp_barrier(CALLER);
  return false;
}

/* --- threads -------------------------------------------------------------------------------------
 */

static void work(struct omp_thread *self) {
  struct omp_team *const team = self->team;
  const uint64_t pc = (uintptr_t)team->function + 1;
  self->implicit = (struct omp_task){.parent = NULL}; /* its tasks may outlast this function */
  self->task = &self->implicit;
  team->function(team->data);
  omp_tasks_run(pc);
  object_access(&team->finished, sizeof team->finished, RV_ADD, RV_OP_RELEASES, pc);
  performed(0);
  object_release(&team->finished);
  team->finished++;
  self->team = NULL;
}

/* A thread of a pool: it does what it is given, for ever. */
static void *omp_worker(void *unused) {
  struct omp_thread *const self = omp_self();
  (void)unused;
  for (;;) {
    const uint64_t pc = (uintptr_t)self->team->function + 1;
    work(self);
    object_await(&self->job, sizeof self->job, RV_READ | RV_WRITE, 0, &until_there_is_a_job, pc);
    self->job = 0;
    object_acquire(&self->job);
    performed(0);
  }
  return NULL;
}

static void join_team(struct omp_thread *member, struct omp_team *team, uint32_t id) {
  member->team = team;
  member->id = id;
  member->constructs = team->shares[1].construct;
}

static void hire(struct omp_thread *self, struct omp_team *team, uint32_t id, uint64_t pc,
                 void *frame) {
  signals_creation_begins(pc);
  struct thread *const child = thread_create(rt.current, omp_worker, NULL, 0, pc);
  if (!child)
    fail(ERROR_UNSUPPORTED, pc, frame, "more than %d different threads are not supported",
         SHARED_MAX_THREADS);
  signals_creation_ends(child, pc, frame);
  rt.shared->threads[child->tid].start = (uintptr_t)team->function;
  child->detached = true;
  used = child->tid < used ? used : child->tid + 1;
  threads[child->tid] = (struct omp_thread){.team = NULL};
  join_team(&threads[child->tid], team, id);
  self->pool[self->pool_size++] = child->tid;
  run_local(child);
}

static void give_job(rv_tid tid, struct omp_team *team, uint32_t id, uint64_t pc) {
  struct omp_thread *const member = &threads[tid];
  object_access(&member->job, sizeof member->job, RV_READ | RV_WRITE, RV_OP_RELEASES, pc);
  performed(0);
  join_team(member, team, id);
  member->job = 1;
  object_release(&member->job);
}

/* --- teams ---------------------------------------------------------------------------------------
 */

static uint32_t team_size(const struct omp_thread *self, unsigned wanted) {
  const struct omp_settings *const now = omp_settings();
  const uint32_t level = self->team ? self->team->active : 0;
  return level >= now->levels ? 1 : wanted ? wanted : now->threads;
}

static void wait_for_team(struct omp_team *team, uint64_t pc) {
  omp_tasks_run(pc);
  if (team->size == 1)
    return;
  object_await(&team->finished, sizeof team->finished, RV_READ, 0, &until_all_are_through, pc);
  object_acquire(&team->finished);
  performed(0);
}

void omp_parallel(omp_function *function, void *data, unsigned wanted, omp_begins *begins,
                  const void *with, uint64_t pc, void *frame) {
  struct omp_thread *const self = omp_self();
  const struct omp_thread outer = *self;
  const uint32_t size = team_size(self, wanted);
  if (size > OMP_MAX_TEAM)
    fail(ERROR_UNSUPPORTED, pc, frame, "a team of %u threads is not supported", size);
  struct omp_team team = {.size = size,
                          .level = (outer.team ? outer.team->level : 0) + 1,
                          .active = (outer.team ? outer.team->active : 0) + (size > 1),
                          .outer = outer.team,
                          .outer_id = outer.id,
                          .function = function,
                          .data = data};
  struct omp_task implicit = {.final = outer.task && outer.task->final};
  if (begins)
    begins(&team, with);
  not_spinning();
  join_team(self, &team, 0);
  self->task = &implicit;
  const bool nested = omp_is_shared(&outer);
  if (nested) /* those that it has are at work */
    self->pool_size = 0;
  for (uint32_t i = 1; i < size; i++)
    if (i <= self->pool_size)
      give_job(self->pool[i - 1], &team, i, pc);
    else
      hire(self, &team, i, pc, frame);
  function(data);
  wait_for_team(&team, pc);
  const struct omp_thread now = *self;
  *self = outer;
  if (!nested) {
    self->pool_size = now.pool_size;
    memcpy(self->pool, now.pool, sizeof self->pool);
  }
}

EXPORT void GOMP_parallel(omp_function *function, void *data, unsigned threads, unsigned flags);
EXPORT void GOMP_parallel(omp_function *function, void *data, unsigned wanted, unsigned flags) {
  if (rt.current)
    omp_parallel(function, data, wanted, NULL, NULL, CALLER, FRAME);
  else
    REAL(GOMP_parallel)(function, data, wanted, flags);
  LEAVE_NOTHING;
}

/* --- executions ----------------------------------------------------------------------------------
 */

void omp_reset(void) {
  memset(threads, 0, used * sizeof *threads);
  used = 0;
  settings = (struct omp_settings){0};
}

void omp_pieces(void) {
  if (!used && !settings.threads)
    return;
  checkpoint_piece(&used, sizeof used);
  checkpoint_piece(&settings, sizeof settings);
  checkpoint_piece(threads, used * sizeof *threads);
}
